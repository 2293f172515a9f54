package check

import "fmt"

// MaxSharedHost bounds how many targets each worker keeps for SharedNote.
const MaxSharedHost = 10_000

// SharedNote says how many targets below the inferred place of the site count as external.
// The directory has no file near them, and other sites may be served there.
func (j *Job) SharedNote(n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("targets below %s that count as external, because the site has no such folder: %d; if they are internal, set site-url",
		j.Scope.URL(), n)}
}
