package report

import (
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/link"
)

// Redirects writes the rules for lost URLs. It is empty when there is no rule.
func Redirects(w io.Writer, r *link.Report) error {
	if _, err := io.WriteString(w, r.Redirects); err != nil {
		return fmt.Errorf("could not write the redirects: %w", err)
	}
	return nil
}
