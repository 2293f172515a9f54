package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	missing = Answer{}
	page    = Answer{Kind: File, File: "page.html"}
	moved   = Answer{Kind: Redirect, Status: 301, Location: "/page"}
	unknown = Answer{Kind: Unknown}
)

func TestChoices(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		added []Answer
		with  Answer
		want  Answer
	}{
		"nothing else": {
			with: page,
			want: page,
		},
		"another": {
			added: []Answer{unknown},
			with:  page,
			want:  Answer{Kind: File, File: "page.html", Or: []Answer{unknown}},
		},
		"the same again": {
			added: []Answer{page, unknown, page},
			with:  page,
			want:  Answer{Kind: File, File: "page.html", Or: []Answer{unknown}},
		},
		"choices of both": {
			added: []Answer{moved},
			with:  Answer{Or: []Answer{unknown, moved}},
			want:  Answer{Or: []Answer{moved, unknown}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var choices Choices
			for _, a := range test.added {
				choices.Add(a)
			}
			if diff := cmp.Diff(test.want, choices.With(test.with)); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// TestChoicesAreBounded adds more answers than are kept.
func TestChoicesAreBounded(t *testing.T) {
	t.Parallel()
	var choices Choices
	for status := range 2 * MaxChoices {
		choices.Add(Answer{Kind: Redirect, Status: 300 + status, Location: "/"})
	}
	if got := len(choices.With(missing).Or); got != MaxChoices-1 {
		t.Errorf("kept %d further answers, want %d", got, MaxChoices-1)
	}
}

func TestAnyOf(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answers []Answer
		want    Answer
	}{
		"one":        {answers: []Answer{page}, want: page},
		"twice":      {answers: []Answer{page, page}, want: page},
		"two":        {answers: []Answer{missing, page}, want: Answer{Or: []Answer{page}}},
		"repetition": {answers: []Answer{missing, page, moved, page}, want: Answer{Or: []Answer{page, moved}}},
	} {
		if diff := cmp.Diff(test.want, AnyOf(test.answers)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestOrUnknown(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ answer, want Answer }{
		"missing":            {answer: missing, want: unknown},
		"a file":             {answer: page, want: Answer{Kind: File, File: "page.html", Or: []Answer{unknown}}},
		"missing or a file":  {answer: Answer{Or: []Answer{page}}, want: Answer{Or: []Answer{page, unknown}}},
		"unknown by a rule":  {answer: unknown, want: unknown},
		"a file, or unknown": {answer: Answer{Kind: File, Or: []Answer{unknown}}, want: Answer{Kind: File, Or: []Answer{unknown}}},
	} {
		if diff := cmp.Diff(test.want, OrUnknown(test.answer)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestSameIgnoresTheRule compares answers that readers cannot tell apart.
func TestSameIgnoresTheRule(t *testing.T) {
	t.Parallel()
	ruled := page
	ruled.Rule, ruled.Why = &Rule{Line: 1}, "a reason"
	if !page.Same(ruled) {
		t.Error("the rule makes a difference")
	}
	for _, other := range []Answer{missing, moved, unknown, {Kind: File, File: "other.html"}, {Kind: File, File: "page.html", Status: 1}} {
		if page.Same(other) {
			t.Errorf("%+v is the same", other)
		}
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	rule := &Rule{Line: 7}
	for status, want := range map[int]int{404: 0, 410: 410, 500: 500} {
		if got := Failed(status, rule); got.Kind != NotFound || got.Status != want || got.Rule != rule {
			t.Errorf("%d: got %+v", status, got)
		}
	}
}

func TestRedirectTo(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		to   string
		req  Request
		want string
	}{
		"a path":       {to: "/a/", want: "/a/"},
		"with a query": {to: "/a", req: Request{Query: "b=c"}, want: "/a?b=c"},
		"encoded":      {to: "/ä b?", req: Request{Query: "c"}, want: "/%C3%A4%20b%3F?c"},
	} {
		if got := RedirectTo(308, test.to, test.req); got.Kind != Redirect || got.Status != 308 || got.Location != test.want {
			t.Errorf("%s: got %+v, want %s", name, got, test.want)
		}
	}
}
