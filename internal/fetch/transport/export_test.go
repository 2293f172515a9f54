package transport

// The bounds for the tests that see this package through a client.
const (
	MaxLate                = maxLate
	InitialHostConcurrency = 2 // of package host
	DefaultHostConcurrency = 8 // the default of package fetch
)
