package cli

import (
	"runtime/debug"
	"testing"
)

// TestCollectAt is not parallel: how garbage is collected is one setting of
// the whole process.
func TestCollectAt(t *testing.T) {
	const usual = 123
	before := debug.SetGCPercent(usual)
	defer debug.SetGCPercent(before)
	tests := map[string]struct {
		environ []string
		want    int
	}{
		"nothing said":      {nil, someGarbage},
		"the user has said": {[]string{"GOGC=200"}, usual},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			undo := collectAt(someGarbage, Process{Environ: test.environ})
			during := debug.SetGCPercent(usual)
			debug.SetGCPercent(during)
			undo()
			after := debug.SetGCPercent(usual)
			if during != test.want || after != usual {
				t.Errorf("collected at %d%%, then at %d%%; want %d%%, then %d%%", during, after, test.want, usual)
			}
		})
	}
}
