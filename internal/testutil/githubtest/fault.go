package githubtest

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// fault is an answer that the server gives instead of its own.
type fault struct {
	operation string
	times     int
	answer    answer
	skip      int  // so many requests first get the server's own answer
	done      bool // the request is done all the same
}

// Fault is a failure of the server, or a refusal that has nothing to do with the request.
type Fault struct {
	Status  int
	Message string
	// Documentation is the page that explains a refusal; empty for the usual one.
	Documentation string
	Header        map[string]string
	// Skip is how many requests of the operation succeed first.
	Skip int
	// Done is true when the server does what was requested before it fails.
	Done bool
}

// Fail makes the next requests of an operation fail, so many times. An operation is an
// operationId of the description, or its beginning: "" is all.
func (s *Server) Fail(operation string, times int, f Fault) {
	a := fail(f.Status, f.Message)
	if f.Documentation != "" {
		a.body.(map[string]any)["documentation_url"] = f.Documentation
	}
	a.header = http.Header{}
	for name, value := range f.Header {
		a.header.Set(name, value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &fault{operation: operation, times: times, answer: a, skip: f.Skip, done: f.Done})
}

// Unavailable is an answer of GitHub's front end.
func Unavailable() Fault {
	return Fault{Status: http.StatusBadGateway, Message: "Server Error"}
}

// SecondaryLimit is the refusal of too many requests at once. A negative wait names none.
func SecondaryLimit(wait time.Duration) Fault {
	f := Fault{
		Status: http.StatusForbidden, Message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
		Documentation: "https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
	}
	if wait >= 0 {
		f.Header = map[string]string{"Retry-After": strconv.Itoa(int(wait.Seconds()))}
	}
	return f
}

// PrimaryLimit is the refusal after all requests of an hour.
func PrimaryLimit(reset time.Time) Fault {
	return Fault{
		Status: http.StatusForbidden, Message: "API rate limit exceeded for installation ID 1.",
		Header: map[string]string{"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": strconv.FormatInt(reset.Unix(), 10)},
	}
}

// fault returns the failure of a request, if there is to be one.
func (s *Server) fault(c *call) (answer, bool) {
	for _, f := range s.faults {
		if f.times == 0 || !strings.HasPrefix(c.operation.id, f.operation) {
			continue
		}
		if f.skip > 0 {
			f.skip--
			continue
		}
		f.times--
		if handle := handlers()[c.operation.id]; f.done && handle != nil {
			handle(s, c)
		}
		return f.answer, true
	}
	return answer{}, false
}
