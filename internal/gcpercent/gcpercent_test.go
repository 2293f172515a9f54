package gcpercent

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// TestSet is not parallel: how garbage is collected is one setting of
// the whole process.
func TestSet(t *testing.T) {
	const usual = 123
	before := debug.SetGCPercent(usual)
	defer debug.SetGCPercent(before)
	policy := Policy{first: 200, then: 50}
	tests := map[string]struct {
		gogc        string
		first, then int
	}{
		"no GOGC":     {gogc: "", first: policy.first, then: policy.then},
		"GOGC is set": {gogc: "200", first: usual, then: usual},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			runtime.GC() // the next one is far off
			undo := Set(policy, test.gogc)
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
func TestUndo(t *testing.T) {
	const usual = 123
	before := debug.SetGCPercent(usual)
	defer debug.SetGCPercent(before)
	Set(Directory, "")()
	runtime.GC()
	time.Sleep(20 * time.Millisecond)
	if after := percent(); after != usual {
		t.Errorf("collected at %d%%, want %d%%", after, usual)
	}
}

// percent is where garbage is collected now. It is read, and not set and set back: that would
// undo what a collection sets in between.
func percent() int {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}
