package cli

import (
	"errors"

	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
)

// The exit statuses.
const (
	// exitClean: checked completely, nothing that fail-on names.
	exitClean = 0
	// exitFailed: checked completely, something that fail-on names.
	exitFailed = 1
	// exitUsage: the call is wrong.
	exitUsage = 2
	// exitIncomplete: the site was not checked completely.
	exitIncomplete = 3
)

// exitStatus decides every exit status. start is why the run could not start, r is its report, or
// nil where it made none, and undelivered is what could not be written.
func exitStatus(start error, r *link.Report, undelivered error) int {
	isNothing := errors.As(start, new(*github.NothingError)) // to check, which is no fault
	switch {
	case start != nil && !isNothing:
		return exitUsage
	case undelivered != nil, r != nil && !r.Complete:
		return exitIncomplete
	case r != nil && r.Failed:
		return exitFailed
	}
	return exitClean
}
