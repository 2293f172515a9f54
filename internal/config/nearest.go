package config

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/typo"
)

// settingsPage lists all settings, for users who write no flags.
const settingsPage = "https://github.com/linkvet/linkvet/blob/main/docs/settings.md"

// flagList is where all flags are listed.
const flagList = "--help"

// unknown says that there is no setting called name, and which one was perhaps
// meant: one of the table, or of the others that the source may hold. list is where
// all of them are: --help for flags alone, as in a workflow there are none.
func unknown(name, list string, table []Setting, others ...string) string {
	if len(others) == 0 && strings.EqualFold(name, rulesKey) {
		return "can be set only in the settings file"
	}
	if negated, ok := strings.CutPrefix(name, "no-"); ok {
		if s := find(table, negated); s != nil && s.boolean() {
			if list == flagList {
				return "unknown setting; write --" + s.Name + "=false"
			}
			return "unknown setting; write " + s.Name + ": false"
		}
	}
	names := others
	for _, s := range table {
		names = append(names, s.Name)
	}
	if near := nearest(name, names); near != "" {
		return fmt.Sprintf("unknown setting; did you mean %q?", near)
	}
	return "unknown setting; for all settings, see " + list
}

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

// didYouMean ends the fault of a value that was probably meant to be another; it is empty
// without one.
func didYouMean(meant string) string {
	if meant == "" {
		return ""
	}
	return "; did you mean " + quote(meant) + "?"
}
