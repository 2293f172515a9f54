package fetch

import (
	"time"
)

// The bounds of the packages below, as the tests of the client see them.
const (
	maxDials     = 4
	drainBytes   = 64 << 10
	drainTime    = time.Second
	sniffBytes   = 512
	unknownBytes = 16 << 10
	firstBytes   = 1 << 20
	trust        = 8
)
