package githubtest

import (
	"cmp"
	"slices"
)

// Pull is a pull request.
type Pull struct {
	Number int
	// Head is its last commit, and Commits are those before it.
	Head    string
	Commits []string
	// Closed is true for one that was merged or closed.
	Closed bool
	// Fork is true for one from another repository. GitHub does not list it for its commits.
	Fork bool
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
		if !p.Fork && (p.Head == sha || slices.Contains(p.Commits, sha)) {
			all = append(all, p.fields())
		}
	}
	return c.list(all)
}

// listAllPulls lists those of a state, the newest first.
func (s *Server) listAllPulls(c *call) answer {
	state := cmp.Or(c.URL.Query().Get("state"), "open")
	var all []map[string]any
	for _, p := range slices.Backward(s.pulls) {
		if state == "all" || state == p.state() {
			all = append(all, p.fields())
		}
	}
	return c.list(all)
}

func (p *Pull) state() string {
	if p.Closed {
		return "closed"
	}
	return "open"
}

// fields are those that differ from the example.
func (p *Pull) fields() map[string]any {
	return map[string]any{"number": p.Number, "state": p.state(), "head": map[string]any{"sha": p.Head, "ref": "topic"}}
}
