package githubtest_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/githubtest"
)

const (
	head    = "0123456789abcdef0123456789abcdef01234567"
	unknown = "ffffffffffffffffffffffffffffffffffffffff"
)

// send requests a path of the repository.
func send(t *testing.T, s *githubtest.Server, method, path, body string) (status int, text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "https://api.github.com/repos/octo/site"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "test")
	req.Header.Set("Authorization", "Bearer "+githubtest.Token)
	resp, err := s.Transport().RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(all)
}

// checkRun is the body that creates a check run with annotations.
func checkRun(annotations int, more string) string {
	one := `{"path":"a.md","start_line":1,"end_line":1,"annotation_level":"failure","message":"m"}`
	list := strings.TrimSuffix(strings.Repeat(one+",", annotations), ",")
	return `{"name":"linkvet","head_sha":"` + head + `","output":{"title":"t","summary":"s","annotations":[` + list + `]` + more + `}}`
}

// TestRefusals sends what the API takes, and next to it what it refuses.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const statuses, checks, comments = "/statuses/" + head, "/check-runs", "/issues/7/comments"
	comment := func(n int) string { return `{"body":"` + strings.Repeat("ü", n) + `"}` }
	tests := map[string]struct {
		method, path, body string
		want               int
		refusal            string
	}{
		"unknown state":           {method: "POST", path: statuses, body: `{"state":"broken"}`, want: 422, refusal: "value must be one of"},
		"description of 140":      {method: "POST", path: statuses, body: `{"state":"error","description":"` + strings.Repeat("ü", 140) + `"}`, want: 201, refusal: ""},
		"description of 141":      {method: "POST", path: statuses, body: `{"state":"error","description":"` + strings.Repeat("ü", 141) + `"}`, want: 422, refusal: "description is too long"},
		"target without http":     {method: "POST", path: statuses, body: `{"state":"error","target_url":"javascript:x"}`, want: 422, refusal: "target_url must use"},
		"50 annotations":          {method: "POST", path: checks, body: checkRun(50, ""), want: 201, refusal: ""},
		"51 annotations":          {method: "POST", path: checks, body: checkRun(51, ""), want: 422, refusal: "maxItems: got 51, want 50"},
		"text of 65,535":          {method: "POST", path: checks, body: checkRun(0, `,"text":"`+strings.Repeat("x", 65_535)+`"`), want: 201, refusal: ""},
		"text of 65,536":          {method: "POST", path: checks, body: checkRun(0, `,"text":"`+strings.Repeat("x", 65_536)+`"`), want: 422, refusal: "maxLength: got 65,536, want 65,535"},
		"annotation at line 0":    {method: "POST", path: checks, body: strings.Replace(checkRun(1, ""), `"start_line":1`, `"start_line":0`, 1), want: 422, refusal: "start_line"},
		"comment of 65,536":       {method: "POST", path: comments, body: comment(65_536), want: 201, refusal: ""},
		"comment of 65,537":       {method: "POST", path: comments, body: comment(65_537), want: 422, refusal: "Body is too long (maximum is 65536 characters)"},
		"comment of another pull": {method: "POST", path: "/issues/8/comments", body: comment(1), want: 404, refusal: ""},
		"parameters":              {method: "GET", path: comments + "?per_page=100&page=2", body: "", want: 200, refusal: ""},
		"unknown parameter":       {method: "GET", path: comments + "?sort=up", body: "", want: 422, refusal: `there is no parameter "sort"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := githubtest.New(t)
			s.AddPull(githubtest.Pull{Number: 7, Head: head})
			status, text := send(t, s, test.method, test.path, test.body)
			refusal := strings.Join(s.Rejected(), "\n")
			if status != test.want || !strings.Contains(refusal, test.refusal) || (refusal == "") != (test.refusal == "") {
				t.Errorf("got %d %s\nrefused because %q, want %d %q", status, text, refusal, test.want, test.refusal)
			}
		})
	}
}
