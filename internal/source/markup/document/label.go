package document

import "strings"

// Label folds the label of a reference as CommonMark and reStructuredText match them.
func Label(s []byte) string {
	return strings.ToLower(strings.Join(strings.Fields(string(s)), " "))
}
