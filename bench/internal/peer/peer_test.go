package peer

import "testing"

func TestNumber(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ said, want string }{
		"bare":         {said: "2.11.5\n", want: "2.11.5"},
		"with a name":  {said: "hyperlink 0.3.2", want: "0.3.2"},
		"with a v":     {said: "htmltest v0.17.0 (2022)", want: "0.17.0"},
		"in a line":    {said: "LinkChecker 10.6.0 released 5.4.2026", want: "10.6.0"},
		"year, then v": {said: "copyright 2022, version 1.2", want: "1.2"},
		"none":         {said: "unknown option", want: "unknown version"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := number(test.said); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestFindReportsWhatIsMissing(t *testing.T) {
	t.Parallel()
	if _, ok := Find(t.Context(), "none", "no-such-program-as-this"); ok {
		t.Error("found a program that does not exist")
	}
}
