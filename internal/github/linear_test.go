package github

import (
	"io"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

func BenchmarkLinearGuard(b *testing.B) {
	for _, shape := range []string{"::", "##[", "\n::error::a", " ", "a\n", "\u202e"} {
		b.Run(shape, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				text := []byte(strings.Repeat(shape, n/len(shape)))
				return func() {
					g := Guard(io.Discard)
					_, _ = g.Write(text)
					for i := range text {
						_, _ = g.Write(text[i : i+1])
					}
					_ = g.Flush()
				}
			})
		})
	}
}

func BenchmarkLinearAnnotate(b *testing.B) {
	lineartest.Time(b, 1<<12, func(n int) func() {
		r := manyBroken(n)
		return func() { _ = NewWorkflow(env(), io.Discard).Annotate(r, Files{}, true) }
	})
}

func BenchmarkLinearPayload(b *testing.B) {
	for _, tt := range []struct{ event, before, shape, after string }{
		{"deployment_status", `{"deployment":{"environment":"a"},"deployment_status":{"state":"success","environment_url":"https://`, "a.b/", `"}}`},
		{"status", `{"state":"success","target_url":"https://a.example/","context":"netlify/`, "p-w/", `/deploy-preview"}`},
		{"check_run", `{"check_run":{"status":"completed","conclusion":"success","app":{"slug":"cloudflare-pages"},"output":{"summary":"`, "https://a.b.pages.", `"}}}`},
		{"workflow_run", `{"workflow_run":{"pull_requests":[`, `{"number":1,"head":{"sha":"a"}},`, `{}]}}`},
		{"push", "", `{"a":[`, ""},
	} {
		b.Run(tt.event, func(b *testing.B) {
			lineartest.Time(b, 1<<17, func(n int) func() {
				payload := []byte(tt.before + strings.Repeat(tt.shape, n/len(tt.shape)) + tt.after)
				return func() {
					e := newEvent(payload, nil, variables(tt.event))
					_, _, _ = e.Site("*p*w")
				}
			})
		})
	}
}
