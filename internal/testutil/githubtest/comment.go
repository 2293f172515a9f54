package githubtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxComment is the most characters of a comment.
const maxComment = 65_536

// Comment is a comment of an issue or a pull request.
type Comment struct {
	Issue int    `json:"-"`
	ID    int64  `json:"id"`
	Body  string `json:"body"`
	// User is who wrote it. GITHUB_TOKEN writes as "github-actions[bot]".
	User User `json:"user"`
	// HTMLURL is its page.
	HTMLURL string `json:"html_url"`
	// Edits is how often it was updated.
	Edits int `json:"-"`
}

// User is an account.
type User struct {
	Login string `json:"login"`
	Type  string `json:"type"`
}

// AddComment adds a comment of another account, and returns its number. The login of a bot
// ends in "[bot]".
func (s *Server) AddComment(issue int, login, body string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.comment(issue, userOf(login), body).ID
}

// Comments returns the comments of an issue or a pull request, in order.
func (s *Server) Comments(issue int) []Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copies(s.comments, func(c *Comment) bool { return c.Issue == issue })
}

// comment adds a comment.
func (s *Server) comment(issue int, user User, body string) *Comment {
	id := s.id()
	c := &Comment{
		Issue: issue, ID: id, Body: body, User: user,
		HTMLURL: fmt.Sprintf("https://github.com/%s/pull/%d#issuecomment-%d", Repository, issue, id),
	}
	s.comments = append(s.comments, c)
	return c
}

// issue returns the number in a path, when there is such a pull request.
func (s *Server) issue(c *call) (int, bool) {
	number, err := strconv.Atoi(c.params["issue_number"])
	return number, err == nil && slices.ContainsFunc(s.pulls, func(p Pull) bool { return p.Number == number })
}

func (s *Server) listComments(c *call) answer {
	number, ok := s.issue(c)
	if !ok {
		return fail(http.StatusNotFound, "Not Found")
	}
	var all []*Comment
	for _, comment := range s.comments {
		if comment.Issue == number {
			all = append(all, comment)
		}
	}
	return c.list(objects(all))
}

func (s *Server) createComment(c *call) answer {
	number, ok := s.issue(c)
	if !ok {
		return fail(http.StatusNotFound, "Not Found")
	}
	body, refusal := s.commentBody(c)
	if refusal != nil {
		return *refusal
	}
	return c.example(http.StatusCreated, object(s.comment(number, s.account, body)))
}

func (s *Server) updateComment(c *call) answer {
	comment := s.commentOf(c)
	if comment == nil {
		return fail(http.StatusNotFound, "Not Found")
	}
	body, refusal := s.commentBody(c)
	if refusal != nil {
		return *refusal
	}
	comment.Body = body
	comment.Edits++
	return c.example(http.StatusOK, object(comment))
}

func (s *Server) deleteComment(c *call) answer {
	comment := s.commentOf(c)
	if comment == nil {
		return fail(http.StatusNotFound, "Not Found")
	}
	s.comments = slices.DeleteFunc(s.comments, func(other *Comment) bool { return other == comment })
	return answer{status: http.StatusNoContent}
}

// commentOf returns the comment of a path; nil for none.
func (s *Server) commentOf(c *call) *Comment {
	for _, comment := range s.comments {
		if strconv.FormatInt(comment.ID, 10) == c.params["comment_id"] {
			return comment
		}
	}
	return nil
}

// commentBody returns the text of a request, or the refusal.
func (s *Server) commentBody(c *call) (string, *answer) {
	var fields struct{ Body string }
	if err := c.into(&fields); err != nil {
		a := fail(http.StatusBadRequest, "Problems parsing JSON")
		return "", &a
	}
	why := ""
	switch {
	case fields.Body == "":
		why = "Body can't be blank"
	case utf8.RuneCountInString(fields.Body) > maxComment:
		why = fmt.Sprintf("Body is too long (maximum is %d characters)", maxComment)
	default:
		return fields.Body, nil
	}
	a := s.invalid(c, why)
	return "", &a
}
