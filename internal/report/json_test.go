package report

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/link"
)

func jsonOf(t testing.TB, r *link.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJSON(t *testing.T) {
	t.Parallel()
	for name, r := range reports() {
		if name == "many" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name+".json", jsonOf(t, r))
		})
	}
}

func FuzzJSON(f *testing.F) {
	f.Add("/a/", "##[group]", "::error::x\n")
	f.Add("\xff\u2028\U000e0001", `\##[`, "\x00\x1b[2J")
	f.Fuzz(func(t *testing.T, target, message, text string) {
		r := hostileWith(target, message, text)
		out := jsonOf(t, r)
		inert(t, out)
		var back link.Report
		if err := json.Unmarshal([]byte(out), &back); err != nil {
			t.Fatal(err)
		}
		want := *r
		want.Started = r.Started.UTC().Truncate(time.Second)
		ignore := cmp.Options{
			cmpopts.IgnoreFields(link.Report{}, "Schemes", "FailOn"),
			cmpopts.IgnoreFields(link.Finding{}, "Fails"),
		}
		if diff := cmp.Diff(&want, &back, ignore, cmp.Transformer("cut", func(s string) []rune { return []rune(cutString(s)) })); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
