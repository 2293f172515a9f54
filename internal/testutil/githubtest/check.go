package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds of an annotation.
const (
	maxAnnotationText  = 64 << 10
	maxAnnotationTitle = 255
)

// CheckRun is a check run.
type CheckRun struct {
	ID         int64       `json:"id"`
	Name       string      `json:"name"`
	HeadSHA    string      `json:"head_sha"`
	Status     string      `json:"status"`
	Conclusion string      `json:"conclusion,omitempty"`
	ExternalID string      `json:"external_id"`
	DetailsURL string      `json:"details_url"`
	HTMLURL    string      `json:"html_url"`
	Output     CheckOutput `json:"output"`
	// Annotations are those of all requests.
	Annotations []Annotation `json:"-"`
}

// CheckOutput is what a check run shows.
type CheckOutput struct {
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Text    string `json:"text"`
}

// Annotation is one of a check run.
type Annotation struct {
	Path        string `json:"path"`
	StartLine   int    `json:"start_line"`
	EndLine     int    `json:"end_line"`
	StartColumn int    `json:"start_column,omitempty"`
	EndColumn   int    `json:"end_column,omitempty"`
	Level       string `json:"annotation_level"`
	Title       string `json:"title,omitempty"`
	Message     string `json:"message"`
}

// CheckRuns returns the check runs of a commit, the oldest first.
func (s *Server) CheckRuns(sha string) []CheckRun {
	s.mu.Lock()
	defer s.mu.Unlock()
	return copies(s.checks, func(run *CheckRun) bool { return run.HeadSHA == sha })
}

func (s *Server) createCheck(c *call) answer {
	id := s.id()
	run := &CheckRun{ID: id, Status: "queued", HTMLURL: fmt.Sprintf("https://github.com/%s/runs/%d", Repository, id)}
	if refusal := s.fill(c, run); refusal != nil {
		return *refusal
	}
	if !s.commits[run.HeadSHA] {
		return s.invalid(c, "No commit found for SHA: "+run.HeadSHA)
	}
	s.checks = append(s.checks, run)
	return c.example(http.StatusCreated, run.fields())
}

func (s *Server) updateCheck(c *call) answer {
	for i, run := range s.checks {
		if strconv.FormatInt(run.ID, 10) != c.params["check_run_id"] {
			continue
		}
		next := *run
		next.Annotations = slices.Clone(run.Annotations)
		if refusal := s.fill(c, &next); refusal != nil {
			return *refusal
		}
		s.checks[i] = &next
		return c.example(http.StatusOK, next.fields())
	}
	return fail(http.StatusNotFound, "Not Found")
}

func (s *Server) listChecks(c *call) answer {
	name := c.URL.Query().Get("check_name")
	var all []map[string]any
	for _, run := range slices.Backward(s.checks) {
		if run.HeadSHA == c.params["ref"] && (name == "" || name == run.Name) {
			all = append(all, run.fields())
		}
	}
	page, next := c.page(len(all))
	part := append([]map[string]any{}, all[page.start:page.end]...)
	return answer{status: http.StatusOK, header: next, body: map[string]any{"total_count": len(all), "check_runs": part}}
}

// fields are those of the answers. A check run that is not complete has no conclusion.
func (r *CheckRun) fields() map[string]any {
	all := object(r)
	if r.Conclusion == "" {
		all["conclusion"] = nil
	}
	all["output"] = map[string]any{"title": r.Output.Title, "summary": r.Output.Summary, "text": r.Output.Text, "annotations_count": len(r.Annotations)}
	return all
}

// fill puts the fields of a request into a check run, and adds its annotations.
func (s *Server) fill(c *call, run *CheckRun) *answer {
	refuse := func(why string) *answer {
		a := s.invalid(c, why)
		return &a
	}
	var fields struct {
		Output struct{ Annotations []Annotation }
	}
	if json.Unmarshal(c.body, run) != nil || c.into(&fields) != nil {
		return refuse("Problems parsing JSON")
	}
	if run.Conclusion != "" {
		run.Status = "completed"
	}
	if run.Status == "completed" && run.Conclusion == "" {
		return refuse("conclusion is missing")
	}
	for i := range fields.Output.Annotations {
		if why := fields.Output.Annotations[i].fault(); why != "" {
			return refuse(why)
		}
	}
	run.Annotations = append(run.Annotations, fields.Output.Annotations...)
	return nil
}

// fault returns why GitHub refuses an annotation; empty when it does not.
func (a *Annotation) fault() string {
	switch {
	case a.Path == "" || strings.HasPrefix(a.Path, "/"):
		return "path must be a path of the repository"
	case a.StartLine < 1 || a.EndLine < a.StartLine:
		return "start_line and end_line must be lines of the file"
	case a.StartLine != a.EndLine && (a.StartColumn != 0 || a.EndColumn != 0):
		return "columns need one line"
	case a.StartColumn < 0 || a.EndColumn < 0 || a.EndColumn != 0 && a.EndColumn < a.StartColumn:
		return "columns must be in order"
	case a.Message == "" || len(a.Message) > maxAnnotationText:
		return "message must have 1 to 65536 bytes"
	case utf8.RuneCountInString(a.Title) > maxAnnotationTitle:
		return "title is too long (maximum is 255 characters)"
	}
	return ""
}
