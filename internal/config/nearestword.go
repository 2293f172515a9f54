package config

import (
	"strings"

	"github.com/linkvet/linkvet/internal/typo"
)

// maxName bounds the names that nearest compares: no setting's is near to it.
const maxName = 40

// nearest returns the name among known that name was perhaps meant to be, or ""
// when none is close. Case and the choice of "-" or "_" count for nothing.
func nearest(name string, known []string) string {
	if len(name) > maxName {
		return ""
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	best, least := "", min(max(1, len(name)/3), 3)+1
	for _, k := range known {
		if d := typo.Distance(name, k, least); d < least {
			best, least = k, d
		}
	}
	return best
}
