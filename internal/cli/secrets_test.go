package cli

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

func TestTokenIsNeverShown(t *testing.T) {
	t.Parallel()
	const token = "ghs_abc/def+ghi"
	s := &session{process: Process{Environ: []string{githubToken + "=" + token}}, job: check.Job{}}
	r := &link.Report{Findings: []link.Finding{{
		Target: "https://a.test/?t=ghs_abc%2Fdef%2Bghi", Message: "moved to /" + token,
		Redirects: []link.Redirect{{URL: "https://a.test/" + token}},
	}}}
	scrub(r, s.secrets())
	f := r.Findings[0]
	for _, text := range []string{f.Target, f.Message, f.Redirects[0].URL} {
		if strings.Contains(text, "abc") || !strings.Contains(text, "***") {
			t.Errorf("the report shows %q", text)
		}
	}
}
