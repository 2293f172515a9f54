package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
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

// A report written in parts is the one that the encoder writes in one go, but
// for the characters that are escaped besides.
func TestJSONIsWhatTheEncoderWrites(t *testing.T) {
	t.Parallel()
	r := many(30)
	r.Started = r.Started.UTC().Truncate(time.Second)
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), jsonOf(t, r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONKeepsValues(t *testing.T) {
	t.Parallel()
	const odd = "a##[b]###[c]\\##[d] & <e> \u2028 \u202e \x1b \u009b \U000e0041 \x7f é"
	r := reportOf(link.Finding{Reason: link.NotFound, Target: odd})
	text := jsonOf(t, r)
	for _, bad := range []string{"##[", "\u2028", "\u202e", "\x1b", "\u009b", "\U000e0041", "\x7f"} {
		if strings.Contains(text, bad) {
			t.Errorf("report holds %q as it stands", bad)
		}
	}
	for _, good := range []string{"& <e>", "é", `"occurrences": []`, `\u0023#[`} {
		if !strings.Contains(text, good) {
			t.Errorf("report lacks %q", good)
		}
	}
	var back link.Report
	if err := json.Unmarshal([]byte(text), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(odd, back.Findings[0].Target); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Findings[0].Occurrences != nil {
		t.Error("JSON changed the report that it was given")
	}
}

// shut is a writer that refuses everything.
type shut struct{}

var errShut = errors.New("shut")

func (shut) Write([]byte) (int, error) { return 0, errShut }

func TestWriteErrorsAreReturned(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"text":                Text(shut{}, many(100), TextOptions{}),
		"json":                JSON(shut{}, many(100)),
		"json, nothing found": JSON(shut{}, clean()),
		"markdown":            Markdown(shut{}, three(), MarkdownOptions{}),
	} {
		if !errors.Is(err, errShut) {
			t.Errorf("%s: got error %v, want %v", name, err, errShut)
		}
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
