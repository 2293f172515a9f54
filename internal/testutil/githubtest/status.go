package githubtest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxDescription = 140
	maxContext     = 255
	maxStatuses    = 1000
)

// Status is a commit status.
type Status struct {
	SHA         string `json:"-"`
	ID          int64  `json:"id"`
	State       string `json:"state"`
	Description string `json:"description"`
	Context     string `json:"context"`
	TargetURL   string `json:"target_url"`
}

// AddCommit adds a commit to the repository. Others are unknown.
func (s *Server) AddCommit(sha string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commits[sha] = true
}

// Statuses returns the statuses of a commit, the oldest first, as "CONTEXT: STATE: DESCRIPTION".
func (s *Server) Statuses(sha string) []Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Status
	for _, status := range s.statuses {
		if status.SHA == sha {
			all = append(all, status)
		}
	}
	return all
}

func (s *Server) createStatus(c *call) answer {
	status := Status{Context: "default"}
	if err := c.into(&status); err != nil {
		return fail(http.StatusBadRequest, "Problems parsing JSON")
	}
	status.SHA, status.ID = c.params["sha"], s.id()
	same := 0
	for _, other := range s.statuses {
		if other.SHA == status.SHA && strings.EqualFold(other.Context, status.Context) {
			same++
		}
	}
	switch {
	case !s.commits[status.SHA]:
		return s.invalid(c, "No commit found for SHA: "+status.SHA)
	case utf8.RuneCountInString(status.Description) > maxDescription:
		return s.invalid(c, fmt.Sprintf("description is too long (maximum is %d characters)", maxDescription))
	case utf8.RuneCountInString(status.Context) > maxContext:
		return s.invalid(c, fmt.Sprintf("context is too long (maximum is %d characters)", maxContext))
	case status.TargetURL != "" && !isHTTP(status.TargetURL):
		return s.invalid(c, "target_url must use http(s) scheme")
	case same >= maxStatuses:
		return s.invalid(c, "This SHA and context has reached the maximum number of statuses.")
	}
	s.statuses = append(s.statuses, status)
	return c.example(http.StatusCreated, object(status))
}

func (s *Server) listStatuses(c *call) answer {
	var all []Status
	for _, status := range slices.Backward(s.statuses) {
		if status.SHA == c.params["ref"] {
			all = append(all, status)
		}
	}
	return c.list(objects(all))
}

func isHTTP(address string) bool {
	return strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
}
