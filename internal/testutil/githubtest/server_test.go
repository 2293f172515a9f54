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

// TestRefusals sends what the API takes, and next to it what it refuses.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const statuses, checks, comments = "/statuses/" + head, "/check-runs", "/issues/7/comments"
	const annotation = `{"path":"a.md","start_line":1,"end_line":1,"annotation_level":"failure","message":"m"}`
	comment := func(n int) string { return `{"body":"` + strings.Repeat("ü", n) + `"}` }
	tests := map[string]struct {
		method, path, body string
		want               int
		refusal            string
	}{
		"description of 141":      {method: "POST", path: statuses, body: `{"state":"error","description":"` + strings.Repeat("ü", 141) + `"}`, want: 422, refusal: "description is too long"},
		"target without http":     {method: "POST", path: statuses, body: `{"state":"error","target_url":"javascript:x"}`, want: 422, refusal: "target_url must use"},
		"51 annotations":          {method: "POST", path: checks, body: `{"name":"linkvet","head_sha":"` + head + `","output":{"title":"t","summary":"s","annotations":[` + strings.Repeat(annotation+",", 50) + annotation + `]}}`, want: 422, refusal: "maxItems: got 51, want 50"},
		"comment of 65,537":       {method: "POST", path: comments, body: comment(65_537), want: 422, refusal: "Body is too long (maximum is 65536 characters)"},
		"comment of another pull": {method: "POST", path: "/issues/8/comments", body: comment(1), want: 404, refusal: ""},
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
