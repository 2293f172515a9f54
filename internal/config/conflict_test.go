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
		"--shard=1/2 --report=facts=f --report=json=j": "--report: must be only facts=PATH with shard: a shard has no verdict to report; write other reports in the run with merge",
		"--report=facts=f --report=facts=g":            "--report: must write facts to one file, not to several; remove all but one facts=PATH",
		"--report=facts=f --from=r.json":               "--report: must not be facts with from: an earlier report has no facts; write them in the run that reads the site",
		"--merge=parts public":                         "TARGET: has no use with merge, which reads no site; remove one of them",
		"--merge=parts --report=pages=p":               "--report: must not be pages with merge: merge does not list pages; write it in a run that reads the whole site",
	} {
		got := strings.Split(failing(t, Sources{Args: strings.Fields(args)}), "\n")
		if diff := cmp.Diff(slices.Sorted(slices.Values(strings.Split(want, "\n"))), slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
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
