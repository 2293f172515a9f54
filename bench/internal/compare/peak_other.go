//go:build !linux

package compare

import "os"

// peak returns zero: other systems count in other units, or not at all.
func peak(*os.ProcessState) int64 { return 0 }
