package event

import (
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinear(b *testing.B) {
	for event, around := range map[string][2]string{
		"deployment_status": {`{"deployment":{"environment":"a"},"deployment_status":{"state":"success","environment_url":"https://`, `"}}`},
		"status":            {`{"state":"success","target_url":"https://a.example/","context":"netlify/`, `/deploy-preview"}`},
		"check_run":         {`{"check_run":{"status":"completed","conclusion":"success","app":{"slug":"cloudflare-pages"},"output":{"summary":"`, `"}}}`},
		"workflow_run":      {`{"workflow_run":{"pull_requests":[`, `]}}`},
	} {
		environ := func(name string) string {
			return map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_REPOSITORY": "a/b", "GITHUB_SERVER_URL": "https://github.com"}[name]
		}
		b.Run(event, func(b *testing.B) {
			lineartest.Texts(b, 1<<14, func(text string) {
				e := New([]byte(around[0]+text+around[1]), environ)
				for _, environment := range []config.NamePattern{"", "a*", "*p*w"} {
					_, _, _ = e.Site(environment)
				}
			}, "[", "{\"a\":", "a/", "//", "@", "https://", "https://a.", "https://a.b.pages.", "https://a%d.b.pages.dev ", "a.pages.dev", "{\"number\":%d,\"head\":{\"sha\":\"a\"}},", "\\u0041", "%C3%BC")
		})
	}
}
