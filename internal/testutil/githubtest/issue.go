package githubtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Issue is an issue of the repository.
type Issue struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	// State is "open" or "closed".
	State  string  `json:"state"`
	Labels []Label `json:"labels"`
	User   User    `json:"user"`
	// Edits is how often it was updated.
	Edits int `json:"-"`
	// IsPull makes it a pull request, which GitHub lists among the issues.
	IsPull bool `json:"-"`
}

// Label is a label of an issue.
type Label struct {
	Name string `json:"name"`
}

// Issues are the issues of the repository.
type Issues struct {
	server *Server
	all    []*Issue
}

// ServeIssues lets a server answer requests for issues, of which there are none yet.
func ServeIssues(s *Server) *Issues {
	i := &Issues{server: s}
	s.serve(map[string]func(*call) answer{
		"issues/list-for-repo": i.list,
		"issues/create":        i.create,
		"issues/update":        i.update,
	})
	return i
}

// Add adds an issue, such as that of another account.
func (i *Issues) Add(issue Issue) {
	i.server.mu.Lock()
	defer i.server.mu.Unlock()
	i.add(issue)
}

// All returns the issues, in order.
func (i *Issues) All() []Issue {
	i.server.mu.Lock()
	defer i.server.mu.Unlock()
	return copies(i.all, func(*Issue) bool { return true })
}

func (i *Issues) add(issue Issue) *Issue {
	issue.Number, issue.State = int(i.server.id()), "open"
	i.all = append(i.all, &issue)
	return &issue
}

// list lists the newest issue first, as GitHub does without a direction.
func (i *Issues) list(c *call) answer {
	query := c.URL.Query()
	state, creator := query.Get("state"), query.Get("creator")
	if state == "" {
		state = "open"
	}
	labels := strings.FieldsFunc(query.Get("labels"), func(r rune) bool { return r == ',' })
	var all []map[string]any
	for _, issue := range i.all {
		isMissing := func(label string) bool { return !slices.Contains(issue.Labels, Label{label}) }
		if state != "all" && issue.State != state || creator != "" && issue.User.Login != creator || slices.ContainsFunc(labels, isMissing) {
			continue
		}
		fields := object(issue)
		fields["pull_request"] = nil
		if issue.IsPull {
			fields["pull_request"] = map[string]any{"url": fmt.Sprintf("https://api.github.com/repos/%s/pulls/%d", Repository, issue.Number)}
		}
		all = append(all, fields)
	}
	if query.Get("direction") != "asc" {
		slices.Reverse(all)
	}
	return c.list(all)
}

func (i *Issues) create(c *call) answer {
	var sent struct {
		Title, Body string
		Labels      []string
	}
	if err := c.into(&sent); err != nil {
		return i.server.invalid(c, err.Error())
	}
	if utf8.RuneCountInString(sent.Body) > maxComment {
		return i.server.invalid(c, "body is too long")
	}
	issue := Issue{Title: sent.Title, Body: sent.Body, User: i.server.account}
	for _, name := range sent.Labels {
		issue.Labels = append(issue.Labels, Label{name})
	}
	return c.example(http.StatusCreated, object(i.add(issue)))
}

func (i *Issues) update(c *call) answer {
	number, err := strconv.Atoi(c.params["issue_number"])
	at := slices.IndexFunc(i.all, func(issue *Issue) bool { return issue.Number == number })
	if err != nil || at < 0 {
		return fail(http.StatusNotFound, "Not Found")
	}
	issue := i.all[at]
	changed := *issue
	if err := c.into(&changed); err != nil {
		return i.server.invalid(c, err.Error())
	}
	if utf8.RuneCountInString(changed.Body) > maxComment {
		return i.server.invalid(c, "body is too long")
	}
	issue.Title, issue.Body, issue.State = changed.Title, changed.Body, changed.State
	issue.Edits++
	return c.example(http.StatusOK, object(issue))
}
