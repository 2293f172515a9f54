package pagekey_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

func TestTail(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key  string
		n    int
		want string
	}{
		{},
		{
			n: 1,
		},
		{
			key: "a",
		},
		{
			key:  "a",
			n:    1,
			want: "a",
		},
		{
			key:  "a",
			n:    2,
			want: "a",
		},
		{
			key: "a/b/c",
		},
		{
			key:  "a/b/c",
			n:    2,
			want: "b/c",
		},
		{
			key:  "a/b/c",
			n:    9,
			want: "a/b/c",
		},
		{
			key: "a/b",
			n:   -1,
		},
	} {
		if got := pagekey.Tail(tt.key, tt.n); got != tt.want {
			t.Errorf("Tail(%q, %d) = %q, want %q", tt.key, tt.n, got, tt.want)
		}
	}
}
