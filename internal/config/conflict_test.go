package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConflicts(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--shard=1/2": "--shard: needs a file for the facts: set report to facts=PATH",
		"--shard=1/2 --report=facts=f --from=r.json":                                  "--shard: has no use with from, which reads no site; remove one of them\n--report: must not be facts with from: an earlier report has no facts; write them in the run that reads the site",
		"--shard=1/2 --report=facts=f --dump":                                         "--shard: has no use with --dump, which lists the links of the whole site; remove one of them",
		"--shard=1/2 --report=facts=f --report=json=j":                                "--report: must be only facts=PATH with shard: a shard has no verdict to report; write other reports in the run with merge",
		"--shard=1/2 --report=facts=f --format=json":                                  "--format: must be text with shard: a shard has no verdict to report; set format in the run with merge",
		"--shard=1/2 --report=facts=f --fix=diff":                                     "--fix: has no use with shard: a shard has no verdict; set fix in the run with merge",
		"--shard=1/2 --report=facts=f --publish=status":                               "--publish: has no use with shard: a shard has no verdict; set publish in the run with merge",
		"--shard=1/2 --report=facts=f --compare=old":                                  "--compare: does not work with shard: a shard is not the whole site; compare in a run that reads the whole site",
		"--shard=1/2 --report=facts=f --max-pages=9 --max-depth=9 https://a.example/": "--max-pages: does not work with shard: no shard knows how many pages the others read; remove one of them\n--max-depth: does not work with shard: no shard knows how many clicks a page is away from the start page; remove one of them",
		"--report=facts=f --report=facts=g":                                           "--report: must write facts to one file, not to several; remove all but one facts=PATH",
		"--report=facts=f --from=r.json":                                              "--report: must not be facts with from: an earlier report has no facts; write them in the run that reads the site",
		"--merge=":                                                                    "--merge: must not be empty; set it to a file, a directory or a glob, or remove it",
		"--merge=parts public":                                                        "TARGET: has no use with merge, which reads no site; remove one of them",
		"--merge=parts --target=public":                                               "--target: has no use with merge, which reads no site; remove one of them",
		"--merge=parts --from=r.json":                                                 "--merge: has no use with from: one judges facts, the other delivers a report; remove one of them",
		"--merge=parts --dump":                                                        "--merge: has no use with --dump: merge reads no site; remove one of them",
		"--merge=parts --compare=old":                                                 "--compare: does not work with merge, which reads no site; compare in a run that reads the whole site",
		"--merge=parts --report=pages=p":                                              "--report: must not be pages with merge: merge does not list pages; write it in a run that reads the whole site",
		"--merge=parts --report=redirects=_redirects":                                 "--report: must not be redirects with merge: merge compares no sites; write it in a run with compare",
		"--merge=parts --report=facts=f":                                              "--report: must be facts with merge only together with shard: the facts to keep are those that are merged",
		"--merge=parts --shard=1/2":                                                   "--shard: needs a file for the facts: set report to facts=PATH",
		"--merge=parts --shard=1/2 --report=facts=f --compare=old":                    "--compare: does not work with merge, which reads no site; compare in a run that reads the whole site",
		"--merge=parts --shard=1/2 --report=facts=f --report=html=h":                  "--report: must be only facts=PATH with shard: a shard has no verdict to report; write other reports in the run with merge",
		"--shard=1/2 --publish=status --fix=write --report=facts=f site":              "--publish: has no use with shard: a shard has no verdict; set publish in the run with merge\n--fix: has no use with shard: a shard has no verdict; set fix in the run with merge",
	} {
		got := strings.Split(failing(t, Sources{Args: strings.Fields(args)}), "\n")
		if diff := cmp.Diff(slices.Sorted(slices.Values(strings.Split(want, "\n"))), slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
	}
	for _, args := range []string{
		"--report=facts=f --report=json=j --fix=diff --compare=old site",
		"--shard=1/2 --report=facts=f --format=text --fix=none --verbose https://example.com/",
		"--merge=a --merge=b/*.facts --report=json=j --fix=diff --publish=status --baseline=known.txt --format=sarif",
		"--merge=parts --shard=1/2 --report=facts=f --concurrency=5",
	} {
		if _, err := Load(Sources{Args: strings.Fields(args)}); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The settings file is that of all runs: what it says for the others has no effect.
func TestConflictsWithTheFile(t *testing.T) {
	t.Parallel()
	shared := file("target: public\nformat: json\nfix: diff\npublish: status\nbaseline: known.txt\nchanged: true\nmin-pages: 9\nmax-depth: 3\n")
	shared.Args = []string{"--shard=1/2", "--report=facts=f"}
	c, err := Load(shared)
	if err != nil || c.Target != "public" || c.Format != "text" || c.Fix != FixNone || c.Publish != nil || c.Baseline != "" || c.Changed || len(c.Ineffective()) > 0 {
		t.Errorf("got %+v, %v and %v", c, c.Ineffective(), err)
	}
	shared.Args = []string{"--merge=parts"}
	c, err = Load(shared)
	if err != nil || c.Target != "" || c.Format != "json" || c.Fix != FixDiff || c.Baseline != "known.txt" || len(c.Ineffective()) > 0 {
		t.Errorf("got %+v, %v and %v", c, c.Ineffective(), err)
	}
	// What a gate would lose without a word is refused there, too.
	for text, want := range map[string]string{
		"compare: old":                   ".linkvet.yml:1: compare: does not work with merge, which reads no site; compare in a run that reads the whole site",
		"\nreport:\n- json=j\n- pages=p": ".linkvet.yml:3: report: must not be pages with merge: merge does not list pages; write it in a run that reads the whole site",
	} {
		src := file(text)
		src.Args = []string{"--merge=parts"}
		if got := failing(t, src); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	// A run that delivers a report needs neither.
	src := file("shard: auto\nmerge: parts")
	src.Args = []string{"--from=links.json"}
	if c, err := Load(src); err != nil || c.Shard != (Shard{}) || c.Merge != nil {
		t.Errorf("got %v, %v and %v", c.Shard, c.Merge, err)
	}
	// In a workflow run the file is a stranger's: it must not leave a run without a verdict,
	// nor choose the facts that are judged.
	c, err = Load(hosted(file("shard: 1/1\nmerge: parts\nreport: facts=f")))
	if err != nil || c.Shard != (Shard{}) || c.Merge != nil || !slices.Equal(namesOf(c.NotTaken), []string{"shard", "merge"}) {
		t.Errorf("got %v, %v, %v and %v", c.Shard, c.Merge, c.NotTaken, err)
	}
	if got := failing(t, hosted(Sources{Environ: []string{"INPUT_SHARD=1/2"}})); got != "input shard: needs a file for the facts: set report to facts=PATH" {
		t.Errorf("got %q", got)
	}
}

func TestIneffectiveForParts(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][]string{
		"--shard=1/2 --report=facts=f --fail-on=internal --max-broken=3 --changed --baseline=b --min-pages=9 --sources=src": {
			"fail-on", "max-broken", "changed", "baseline", "min-pages", "sources",
		},
		"--shard=1/2 --report=facts=f --cache=c --host-rate=2 --timeout=5s --accept=403 --exclude=/a/** public": {"timeout", "cache", "host-rate"},
		"--shard=1/2 --report=facts=f --cache=c --host-rate=2 --timeout=5s --wait=1m https://example.com/":      {"cache", "host-rate"},
		"--merge=parts --hosting=netlify --site-url=https://example.com/ --max-depth=3 --wait=1m --timeout=5s --fail-on=internal --min-pages=9 --cache=c": {
			"max-depth", "wait",
		},
		"--merge=parts --shard=1/2 --report=facts=f --cache=c --jobs=3 --fail-on=internal": {"jobs", "fail-on"},
	} {
		c, err := Load(Sources{Args: strings.Fields(args)})
		if err != nil {
			t.Errorf("%s: %v", args, err)
		}
		var got []string
		for _, note := range c.Ineffective() {
			name, _, _ := strings.Cut(note, " ")
			got = append(got, name)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", args, diff, strings.Join(c.Ineffective(), "\n"))
		}
	}
}
