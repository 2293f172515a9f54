package host

import "time"

// The bounds for the tests that see this package through a client.
const (
	MaxPaused              = maxPaused
	MaxPathWait            = 30 * time.Second // of package fetch
	MaxFailures            = maxFailures
	DefaultHostConcurrency = 8 // the default of package fetch
	Probes                 = 3 // the default of package fetch
)
