//go:build !linux

package proportion

import "time"

var started = time.Now()

// processorTime is the time that has gone by, as elsewhere than on Linux a thread's
// own time is not to be had alike. Repeated measurements make up for it.
func processorTime() time.Duration { return time.Since(started) }
