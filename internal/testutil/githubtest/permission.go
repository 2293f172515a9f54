package githubtest

import (
	"net/http"
	"strings"
)

// needs returns the permissions of which one allows an operation.
func needs(operation string) (access string, any []string) {
	switch {
	case strings.HasPrefix(operation, "checks/"):
		any = []string{"checks"}
	case operation == "issues/create", operation == "issues/list-for-repo":
		any = []string{"issues"}
	case strings.HasPrefix(operation, "issues/"):
		any = []string{"issues", "pull_requests"}
	case strings.HasPrefix(operation, "pulls/"), operation == "repos/list-pull-requests-associated-with-commit":
		any = []string{"pull_requests"}
	case strings.HasPrefix(operation, "actions/"):
		any = []string{"actions"}
	case strings.Contains(operation, "commit-status"):
		any = []string{"statuses"}
	default:
		any = []string{"metadata"}
	}
	for _, verb := range []string{"/create", "/update", "/delete"} {
		if strings.Contains(operation, verb) {
			return "write", any
		}
	}
	return "read", any
}

// forbidden refuses what the token must not do.
func (s *Server) forbidden(c *call) (answer, bool) {
	access, any := needs(c.operation.id)
	if s.withoutApp && access == "write" && any[0] == "checks" {
		return fail(http.StatusForbidden, "You must authenticate via a GitHub App."), true
	}
	for _, permission := range any {
		if has := s.permissions[permission]; has == "write" || has == access {
			return answer{}, false
		}
	}
	a := fail(http.StatusForbidden, "Resource not accessible by integration")
	a.header = http.Header{"X-Accepted-Github-Permissions": {strings.Join(any, "="+access+"; ") + "=" + access}}
	return a, true
}
