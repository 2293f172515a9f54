package githubtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// PullFile is a file that a pull request changes.
type PullFile struct {
	Name string `json:"filename"`
	// Status is "added", "modified", "removed" or "renamed", and Previous the name before.
	Status   string `json:"status"`
	Previous string `json:"previous_filename,omitempty"`
	// Patch has the hunks; GitHub leaves it out for a large file.
	Patch string `json:"patch,omitempty"`
}

// ReviewComment is a comment on a line of a pull request.
type ReviewComment struct {
	Pull int    `json:"-"`
	ID   int64  `json:"id"`
	Body string `json:"body"`
	Path string `json:"path"`
	// Line is nil for an outdated comment.
	Line *int `json:"line"`
	User User `json:"user"`
	// Review is the text of the review that it came with.
	Review string `json:"-"`
}

// Reviews are the files of pull requests, and the comments on their lines.
type Reviews struct {
	server   *Server
	files    map[int][]PullFile
	comments []*ReviewComment
}

// ServeReviews lets a server answer requests for the files and reviews of pull requests.
func ServeReviews(s *Server) *Reviews {
	r := &Reviews{server: s, files: map[int][]PullFile{}}
	s.serve(map[string]func(*call) answer{
		"pulls/list-files":           r.listFiles,
		"pulls/list-review-comments": r.listComments,
		"pulls/create-review":        r.create,
	})
	return r
}

// Comments returns the comments on lines of a pull request, in order.
func (r *Reviews) Comments(pull int) []ReviewComment {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return copies(r.comments, func(c *ReviewComment) bool { return c.Pull == pull })
}

// SetFiles sets the files that a pull request changes, and makes the comments on other lines
// outdated.
func (r *Reviews) SetFiles(pull int, files []PullFile) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.files[pull] = files
	for _, c := range r.comments {
		if c.Pull == pull && c.Line != nil && !r.isInDiff(pull, c.Path, *c.Line) {
			c.Line = nil
		}
	}
}

// AddComment adds a comment of another account on a line.
func (r *Reviews) AddComment(pull int, login, path string, line int, body string) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.comments = append(r.comments, &ReviewComment{Pull: pull, ID: r.server.id(), Body: body, Path: path, Line: &line, User: userOf(login)})
}

// pull returns the number of the pull request of a path; zero for one that does not exist.
func (r *Reviews) pull(c *call) int {
	number, err := strconv.Atoi(c.params["pull_number"])
	if _, ok := r.files[number]; !ok || err != nil {
		return 0
	}
	return number
}

func (r *Reviews) listFiles(c *call) answer {
	pull := r.pull(c)
	if pull == 0 {
		return fail(http.StatusNotFound, "Not Found")
	}
	items := objects(r.files[pull])
	for i, file := range r.files[pull] {
		if file.Patch == "" {
			items[i]["patch"] = nil // the example has one
		}
	}
	return c.list(items)
}

func (r *Reviews) listComments(c *call) answer {
	pull := r.pull(c)
	if pull == 0 {
		return fail(http.StatusNotFound, "Not Found")
	}
	var all []*ReviewComment
	for _, comment := range r.comments {
		if comment.Pull == pull {
			all = append(all, comment)
		}
	}
	return c.list(objects(all))
}

func (r *Reviews) create(c *call) answer {
	pull := r.pull(c)
	if pull == 0 {
		return fail(http.StatusNotFound, "Not Found")
	}
	var fields struct {
		CommitID string `json:"commit_id"`
		Body     string
		Event    string
		Comments []struct {
			Path, Body, Side string
			Line             int
		}
	}
	if err := c.into(&fields); err != nil {
		return fail(http.StatusBadRequest, "Problems parsing JSON")
	}
	switch {
	case fields.CommitID == "":
		return r.server.invalid(c, "No commit found for SHA: "+fields.CommitID)
	case fields.Event == "COMMENT" && fields.Body == "":
		return r.server.invalid(c, "Body can't be blank")
	}
	for _, comment := range fields.Comments {
		if len(comment.Body) > maxComment {
			return r.server.invalid(c, "body is too long (maximum is 65536 characters)")
		}
		if comment.Side != "RIGHT" || !r.isInDiff(pull, comment.Path, comment.Line) {
			return r.server.invalid(c, fmt.Sprintf("Line could not be resolved: %s:%d", comment.Path, comment.Line))
		}
	}
	for _, comment := range fields.Comments {
		r.comments = append(r.comments, &ReviewComment{
			Pull: pull, ID: r.server.id(), Body: comment.Body, Path: comment.Path, Line: &comment.Line, User: r.server.account, Review: fields.Body,
		})
	}
	return c.example(http.StatusOK, map[string]any{"id": r.server.id(), "body": fields.Body})
}

// isInDiff reports whether a pull request shows a line, as it is after it.
func (r *Reviews) isInDiff(pull int, path string, line int) bool {
	return slices.ContainsFunc(r.files[pull], func(file PullFile) bool { return file.Name == path && slices.Contains(newLines(file.Patch), line) })
}

// newLines returns the numbers of the lines of a patch that are in the new file.
func newLines(patch string) (lines []int) {
	at := 0
	for text := range strings.Lines(patch) {
		var old, length int
		switch {
		case strings.HasPrefix(text, "@@"):
			if _, err := fmt.Sscanf(text, "@@ -%d,%d +%d", &old, &length, &at); err != nil {
				_, _ = fmt.Sscanf(text, "@@ -%d +%d", &old, &at)
			}
		case !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "\\"):
			lines = append(lines, at)
			at++
		}
	}
	return lines
}
