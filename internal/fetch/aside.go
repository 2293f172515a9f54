package fetch

import (
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/link"
)

// asideError says that a request was not sent because its host refuses whatever
// it is asked.
type asideError struct {
	why asideReason
	// status is what it answered last.
	status int
}

type asideReason int

const (
	// askedForLong is that it named a longer wait than a run can make.
	askedForLong asideReason = iota
	// refusedOn is that it refused or failed again and again.
	refusedOn
	// pausedTooMuch is that its pauses add up to more than maxPaused.
	pausedTooMuch
)

// mayEnd reports whether the host may be asked again at the end of the run.
func (e *asideError) mayEnd() bool { return e.why == refusedOn }

// reason is what that means for a link that was not asked for.
func (e *asideError) reason() link.Reason {
	if e.status >= 500 {
		return link.ServerError
	}
	return link.RateLimited
}

func (e *asideError) Error() string {
	switch {
	case e.why == pausedTooMuch:
		return fmt.Sprintf("waited more than %v in total for this host; giving up on it", maxPaused)
	case e.why == askedForLong:
		return "the host asked to be left alone for longer than a run can wait"
	case e.status == http.StatusTooManyRequests || e.status < 500:
		return fmt.Sprintf("the host keeps answering that it was asked too often (status %d); giving up on it", e.status)
	}
	return fmt.Sprintf("the host keeps answering with status %d; giving up on it", e.status)
}
