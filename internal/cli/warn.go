package cli

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
)

// warn writes lines to the standard error, as plain text.
func (p Process) warn(text string) {
	for line := range strings.SplitSeq("linkvet: "+text, "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(report.Clean(line, 0)))
	}
}
