package report

import (
	"errors"
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/link"
)

// errManyFiles is the error of redirects that are several files: pages that send readers on.
var errManyFiles = errors.New("the host reads no rules: end the path with a slash to write a page for each redirect, or name it as a file of rules")

// Redirects writes the rules for lost URLs, which are one file in most syntaxes. It is empty
// when there is no rule.
func Redirects(w io.Writer, r *link.Report) error {
	switch {
	case r.Redirects == nil || len(r.Redirects.Files) == 0:
		return nil
	case r.Redirects.Syntax == StubSyntax:
		return errManyFiles
	}
	if _, err := io.WriteString(w, r.Redirects.Files[0].Text); err != nil {
		return fmt.Errorf("could not write the redirects: %w", err)
	}
	return nil
}

// StubSyntax is the syntax of redirects that are a page each.
const StubSyntax = "stubs"
