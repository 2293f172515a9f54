package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShard(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Shard{"1/1": {1, 1}, "1/8": {1, 8}, "8/8": {8, 8}, "1000/1000": {1000, 1000}} {
		c, err := Load(Sources{Args: []string{"--shard", value, "--report=facts=a.facts"}})
		if err != nil || c.Shard != want || c.Shard.String() != value || c.FactsPath() != "a.facts" {
			t.Errorf("%s: got %v, %q and %v", value, c.Shard, c.FactsPath(), err)
		}
	}
	const form = "must be I/N such as 2/8, auto, or auto/N such as auto/8, not "
	for value, want := range map[string]string{
		"2":      form + `"2"`,
		"2 of 8": form + `"2 of 8"; did you mean "2/8"?`,
		"0/8":    `must be from 1/8 to 8/8 (strategy.job-index counts from 0: use a matrix of numbers from 1), not "0/8"`,
		"9/8":    `must be from 1/8 to 8/8, not "9/8"`,
		"1/0":    `must have from 1 to 1000 shards, not "1/0"`,
	} {
		if got := failing(t, Sources{Args: []string{"--shard", value, "--report=facts=a.facts"}}); got != "--shard: "+want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
	// A hostile value costs no more than its length.
	failing(t, Sources{Args: []string{"--shard", strings.Repeat("of:-_/", 20_000)}})
}

func TestShardThatTheEnvironmentDoesNotTell(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ shard, environ, want string }{
		"none":                  {shard: "auto", want: "auto finds no number of this job: none of the variables CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB, AWS_BATCH_JOB_ARRAY_INDEX, JOB_COMPLETION_INDEX is set; write I/N such as 2/8"},
		"the matrix":            {shard: "auto", environ: "GITHUB_ACTIONS=true", want: "auto does not see the matrix of a workflow; write shard: ${{ matrix.shard }}/${{ strategy.job-total }}, and in the matrix of the job the numbers from 1, such as shard: [1, 2, 3, 4]"},
		"Kubernetes alone":      {shard: "auto", environ: "JOB_COMPLETION_INDEX=1", want: "auto needs the number of shards, because Kubernetes does not tell how many jobs there are; write auto/N, with the completions of the Job as N"},
		"another total":         {shard: "auto/8", environ: "CI_NODE_INDEX=1 CI_NODE_TOTAL=4", want: "auto/8 does not agree with GitLab, which runs 4 jobs (CI_NODE_TOTAL): start 8 jobs, or write auto"},
		"an index that is none": {shard: "auto/8", environ: "JOB_COMPLETION_INDEX=x", want: `auto needs a number from 0 to 7 in the variable JOB_COMPLETION_INDEX, not "x"`},
	} {
		got := failing(t, Sources{Args: []string{"--shard", test.shard, "--report=facts=a.facts"}, Environ: strings.Fields(test.environ)})
		if !strings.HasPrefix(got, "--shard: "+test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
	// A shard that a flag replaces is not looked for.
	if c, err := Load(Sources{Args: []string{"--shard=1/2", "--report=facts=a.facts"}, File: []byte("shard: auto"), FileName: "f"}); err != nil || c.Shard != (Shard{1, 2}) {
		t.Errorf("got %v and %v", c.Shard, err)
	}
}

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
