package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// baselineAdvice returns the setting that makes a baseline. It names a file that the report
// may be written to: the given one only if it is not there and its name ends in .json, since
// anything else may be a page of the site or a file of the project.
func (p Process) baselineAdvice(name string) string {
	_, err := os.Lstat(name)
	if !os.IsNotExist(err) || !strings.EqualFold(filepath.Ext(name), ".json") {
		name = "known.json"
	}
	return p.option("report", "json="+name)
}
