package peer

import "testing"

func TestNumber(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ said, want string }{
		"bare":         {"2.11.5\n", "2.11.5"},
		"with a name":  {"hyperlink 0.3.2", "0.3.2"},
		"with a v":     {"htmltest v0.17.0 (2022)", "0.17.0"},
		"in a line":    {"LinkChecker 10.6.0 released 5.4.2026", "10.6.0"},
		"year, then v": {"copyright 2022, version 1.2", "1.2"},
		"none":         {"unknown option", "unknown version"},
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
