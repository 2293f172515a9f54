//go:build !linux

package proportion

import "time"

var started = time.Now()

// processorTime is the time that has gone by: the time of a thread is had in this way
// on Linux alone. Repeated measurements make up for it.
func processorTime() time.Duration { return time.Since(started) }
