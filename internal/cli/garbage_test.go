package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectAt is not parallel: how garbage is collected is one setting of
// the whole process.
func TestCollectAt(t *testing.T) {
	const usual = 123
	before := debug.SetGCPercent(usual)
	defer debug.SetGCPercent(before)
	tests := map[string]struct {
		environ     []string
		first, then int
	}{
		"nothing said":      {nil, noGarbage, someGarbage},
		"the user has said": {[]string{"GOGC=200"}, usual, usual},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			undo := collectAt(garbage{first: noGarbage, then: someGarbage}, Process{Environ: test.environ})
			first := percent()
			runtime.GC()
			then := percent()
			for ; then != test.then; then = percent() {
				time.Sleep(time.Millisecond)
			}
			undo()
			if after := percent(); first != test.first || then != test.then || after != usual {
				t.Errorf("collected at %d%%, then at %d%%, at last at %d%%; want %d%%, %d%% and %d%%",
					first, then, after, test.first, test.then, usual)
			}
		})
	}
}

// A collection that comes when all is over changes nothing.
func TestCollectAtIsUndone(t *testing.T) {
	const usual = 123
	before := debug.SetGCPercent(usual)
	defer debug.SetGCPercent(before)
	collectAt(garbage{first: noGarbage, then: someGarbage}, Process{})()
	runtime.GC()
	time.Sleep(20 * time.Millisecond)
	if after := percent(); after != usual {
		t.Errorf("collected at %d%%, want %d%%", after, usual)
	}
}

// percent is where garbage is collected now.
func percent() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}
