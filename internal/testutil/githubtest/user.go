package githubtest

import (
	"net/http"
	"strings"
)

// graphql is the operation that asks for the account of a token. It is none of the description, which
// has only REST.
const graphql = "graphql"

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

// isGraphQL reports whether a request is for GraphQL, which is beside the third version of REST.
func (s *Server) isGraphQL(req *http.Request) bool {
	return req.Method == http.MethodPost && req.URL.Path == strings.TrimSuffix(s.prefix, "/v3")+"/graphql"
}

// viewer answers for persons and for apps, and only this question.
func (s *Server) viewer(c *call) answer {
	var sent struct{ Query string }
	if c.into(&sent) != nil || sent.Query != "{viewer{login}}" {
		return s.invalid(c, "unknown query: "+sent.Query)
	}
	return answer{status: http.StatusOK, body: map[string]any{"data": map[string]any{"viewer": map[string]any{"login": s.account.Login}}}}
}
