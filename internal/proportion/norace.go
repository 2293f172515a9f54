//go:build !race

package proportion

// Raced is whether the race detector is in the program, in which work takes ten times as long.
// What one goroutine does alone has no races, so a test of it may do less then: each test also
// runs without the detector.
const Raced = false
