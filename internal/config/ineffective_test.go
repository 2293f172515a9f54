package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIneffective(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][]string{
		"--from=r.json --timeout=5s --fail-on=internal":                               {"timeout"},
		"--max-depth=3 --wait=1m --timeout=5s public":                                 {"max-depth", "wait"},
		"--hosting=netlify --wait=1m --max-depth=3 https://example.com/":              {"hosting"},
		"--external=false --cache=c --timeout=5s --accept=403 --allow-private public": {"cache", "timeout", "accept", "allow-private"},
		"--fail-on=none --changed --cache-ttl=1h public":                              {"changed", "cache-ttl"},
		"--shard=1/2 --external=false public":                                         {"shard"},
		"--shard=2/2 --external=false public":                                         nil,
		"--shard=1/2 --from=r.json":                                                   nil, // it names the status that is published
		"--shard=1/2 --host-rate=2 --timeout=5s --fail-on=internal public":            nil,
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
