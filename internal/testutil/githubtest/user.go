package githubtest

import (
	"net/http"
	"strings"
)

// currentUser is the operation that returns the account of a token.
const currentUser = "users/get-authenticated"

// UseAccount makes the token one of an account. It is that of "github-actions[bot]"
// otherwise.
func (s *Server) UseAccount(login string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account = userOf(login)
}

func userOf(login string) User {
	if strings.HasSuffix(login, "[bot]") {
		return User{Login: login, Type: "Bot"}
	}
	return User{Login: login, Type: "User"}
}

// currentUser answers for persons only: the token of an app belongs to none.
func (s *Server) currentUser(c *call) answer {
	if s.account.Type == "Bot" {
		return fail(http.StatusForbidden, "Resource not accessible by integration")
	}
	return c.example(http.StatusOK, object(s.account))
}
