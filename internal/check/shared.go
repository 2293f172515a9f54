package check

import "fmt"

// MaxElsewhere bounds how many targets each worker keeps for SharedNote.
const MaxElsewhere = 10_000

// SharedNote says how many targets below the inferred place of the site are external, as
// the directory has nothing near them and other sites may be served there.
func (j *Job) SharedNote(n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s below %s %s external, because the site has no such folder; if %s internal, set site-url",
		Count(n, "target"), j.Scope.URL(), Plural(n, "counts as", "count as"), Plural(n, "it is", "they are"))}
}
