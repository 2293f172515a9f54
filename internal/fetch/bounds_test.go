package fetch

import (
	"time"
)

// The bounds of the packages below, as the tests of the client see them.
const (
	initialHostConcurrency = 2
	maxFailures            = 10
	maxConsecutiveRefusals = 8
	maxRefusing            = 25 * time.Second
	maxPaused              = 2 * time.Minute
	maxLate                = 2048
	maxDials               = 4
	drainBytes             = 64 << 10
	drainTime              = time.Second
	sniffBytes             = 512
	unknownBytes           = 16 << 10
	firstBytes             = 1 << 20
	trust                  = 8
)
