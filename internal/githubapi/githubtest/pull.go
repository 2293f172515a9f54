package githubtest

import "slices"

// Pull is a pull request.
type Pull struct {
	Number int
	// Head is its last commit, and Commits are those before it.
	Head    string
	Commits []string
	// Closed is true for one that was merged or closed.
	Closed bool
}

// AddPull adds a pull request with its commits.
func (s *Server) AddPull(p Pull) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pulls = append(s.pulls, p)
	for _, sha := range append(p.Commits, p.Head) {
		s.commits[sha] = true
	}
}

func (s *Server) listPulls(c *call) answer {
	sha := c.params["commit_sha"]
	if !s.commits[sha] {
		return s.invalid(c, "No commit found for SHA: "+sha)
	}
	var all []map[string]any
	for _, p := range s.pulls {
		if p.Head != sha && !slices.Contains(p.Commits, sha) {
			continue
		}
		state := "open"
		if p.Closed {
			state = "closed"
		}
		all = append(all, map[string]any{"number": p.Number, "state": state, "head": map[string]any{"sha": p.Head, "ref": "topic"}})
	}
	return c.list(all)
}
