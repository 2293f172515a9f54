//go:build unix

package cli

import "testing"

func TestStandardStreams(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int{
		"/dev/stdout": 1, "/dev/fd/1": 1, "/proc/self/fd/1": 1, "/dev/../dev//stdout": 1, "/dev/stderr": 2, "/dev/fd/2": 2,
		"/dev/stdin": 0, "/dev/fd/12": 0, "/dev/null": 0, "dev/stdout": 0, "stdout": 0, "": 0,
	} {
		if got := standardStream(path); got != want {
			t.Errorf("%q: got %d, want %d", path, got, want)
		}
	}
}
