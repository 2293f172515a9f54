package config

import (
	"fmt"
	"strings"
)

// settingsPage lists all settings, for users who write no flags.
const settingsPage = "https://github.com/linkvet/linkvet/blob/main/docs/settings.md"

// flagList is where all flags are listed.
const flagList = "--help"

// unknown says that there is no setting called name, and which one was perhaps
// meant: one of the table, or of the others that the source may hold. list is where
// all of them are: --help for flags alone, as in a workflow there are none.
func unknown(name, list string, table []Setting, others ...string) string {
	if len(others) == 0 && (strings.EqualFold(name, rulesKey) || strings.EqualFold(name, extendsKey)) {
		return "can be set only in the settings file"
	}
	flag := list == flagList
	if negated, ok := strings.CutPrefix(name, "no-"); ok {
		if s := find(table, negated); s != nil && s.boolean() {
			return "unknown setting; write " + written(s.Name, "false", flag)
		}
	}
	if other := byOtherName(name, flag); other != "" {
		return other
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
