package report

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"0": number(0), "999": number(999), "1,000": number(1000), "735,000": number(735000), "-1,234,567": number(int64(-1234567)), "-123": number(-123),
		"0 pages": count(0, "page"), "1 page": count(1, "page"), "5,001 pages": count(5001, "page"),
		"0 ms": elapsed(0), "999 ms": elapsed(999), "1.0 s": elapsed(1000), "59.9 s": elapsed(59_999), "1 min 0 s": elapsed(60_000), "62 min 5 s": elapsed(3_725_999),
		"3 gone, 1 blocked, 1 timeout": byReason(map[link.Reason]int{link.Timeout: 1, link.Gone: 3, link.Blocked: 1, link.HTTPError: 0}),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		finding link.Finding
		want    string
	}{
		"message":        {finding: link.Finding{Message: "no such file", Status: 404}, want: "no such file"},
		"status":         {finding: link.Finding{Reason: link.NotFound, Status: 404}, want: "HTTP 404 Not Found"},
		"unheard status": {finding: link.Finding{Reason: link.Blocked, Status: 999}, want: "HTTP 999"},
		"reason":         {finding: link.Finding{Reason: link.DirectoryWithoutIndex}, want: "directory without index"},
		"redirect":       {finding: link.Finding{Verdict: link.Redirected, Status: 200, Redirects: []link.Redirect{{URL: "a"}, {URL: "b"}}}, want: "now at b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Explain(&tt.finding); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
