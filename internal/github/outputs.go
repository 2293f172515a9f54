package github

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// Outputs sets the outputs of the action, all of them in every run. The one named
// report is the path of the JSON report, empty when there is none. Without a
// GITHUB_OUTPUT it does nothing; an output file that cannot be written is a
// *FileError.
func (w *Workflow) Outputs(r *link.Report, reportPath string) error {
	var refused error
	complete := r.Complete
	if strings.ContainsFunc(reportPath, unicode.IsControl) || reportPath == delimiter {
		refused = fmt.Errorf("could not set the output report: the path %q must be one line", reportPath)
		reportPath, complete = "", false
	}
	fresh, lost := 0, 0
	for i := range r.Findings {
		if r.Findings[i].Reason == link.URLLost {
			lost++
		}
		if !r.Findings[i].Known {
			fresh++
		}
	}
	var b bytes.Buffer
	for _, o := range []struct{ name, value string }{
		{"broken", strconv.Itoa(r.Stats.Broken)},
		{"unverified", strconv.Itoa(r.Stats.Unverified)},
		{"redirected", strconv.Itoa(r.Stats.Redirected)},
		{"new", strconv.Itoa(fresh)},
		{"fixed", strconv.Itoa(r.Fixed)},
		{"lost", strconv.Itoa(lost)},
		{"pages", strconv.Itoa(r.Stats.Pages)},
		{"unread", strconv.Itoa(r.Unread)},
		{"links", strconv.Itoa(r.Stats.Links)},
		{"failed", strconv.FormatBool(r.Failed)},
		{"complete", strconv.FormatBool(complete)},
		{"report", reportPath},
	} {
		fmt.Fprintf(&b, "%s<<%s\n%s\n%s\n", o.name, delimiter, o.value, delimiter)
	}
	return errors.Join(w.append("GITHUB_OUTPUT", b.Bytes()), refused)
}

// delimiter is the line that ends a value in the file of outputs. No value may hold
// such a line.
const delimiter = "_GitHubActionsFileCommandDelimeter_"
