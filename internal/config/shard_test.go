package config

import (
	"strings"
	"testing"
)

func TestShard(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Shard{"1/1": {1, 1}, "2/8": {2, 8}, "8/8": {8, 8}} {
		c, err := Load(Sources{Args: []string{"--shard", value}})
		if err != nil || c.Shard != want || c.Shard.String() != value {
			t.Errorf("%s: got %v and %v", value, c.Shard, err)
		}
	}
	for _, value := range []string{"", "2", "0/3", "4/3", "1/0", "-1/2", "1/-2", "a/b", "1/2/3", "2 of 8", "auto", strings.Repeat("9", 30) + "/8"} {
		got := failing(t, Sources{Args: []string{"--shard=" + value}})
		if want := "--shard: must be I/N with I from 1 to N, such as 2/8, not " + quote(value); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestShardOfTheFile holds that a settings file does not choose what a job leaves out.
func TestShardOfTheFile(t *testing.T) {
	t.Parallel()
	src := file("shard: 2/8")
	if c, err := Load(src); err != nil || c.Shard != (Shard{2, 8}) {
		t.Errorf("at a terminal: %v and %v", c.Shard, err)
	}
	if c, err := Load(hosted(src)); err != nil || c.Shard.Count != 0 || len(c.NotTaken) != 1 {
		t.Errorf("in a workflow run: %v and %v, not taken %v", c.Shard, err, c.NotTaken)
	}
}
