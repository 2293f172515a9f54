//go:build !unix

package output

import "os"

// takesMore reports false, as this system does not tell whether a write would wait.
func takesMore(*os.File) bool { return false }
