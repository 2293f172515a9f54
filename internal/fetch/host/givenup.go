package host

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
)

// GivenUpError says that a request was not sent because its host keeps refusing.
type GivenUpError struct {
	// Status is what the host answered last.
	Status int

	why givenUpReason
}

type givenUpReason int

const (
	// waitTooLong is that it asked for a longer wait than a run can make.
	waitTooLong givenUpReason = iota
	// keepsRefusing is that it refused or failed again and again.
	keepsRefusing
	// pausedTooLong is that its pauses add up to more than maxPaused.
	pausedTooLong
)

// IsTransient reports whether a deferred retry may ask the host again.
func (e *GivenUpError) IsTransient() bool { return e.why == keepsRefusing }

// Reason returns the reason for a link that was not requested.
func (e *GivenUpError) Reason() link.Reason {
	if e.Status >= 500 {
		return link.ServerError
	}
	return link.RateLimited
}

// Error returns the message.
func (e *GivenUpError) Error() string {
	switch {
	case e.why == pausedTooLong:
		return fmt.Sprintf("waited more than %v in total for this host; giving up on it", maxPaused)
	case e.why == waitTooLong:
		return "the host asked for a longer wait than linkvet allows; giving up on it"
	case e.Status < 500:
		return fmt.Sprintf("the host keeps limiting requests (status %d); giving up on it", e.Status)
	}
	return fmt.Sprintf("the host keeps answering with status %d; giving up on it", e.Status)
}
