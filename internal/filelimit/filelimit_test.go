package filelimit

import "testing"

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		files int
		want  Bounds
	}{
		{files: 1 << 20, want: Bounds{Requests: 64, Jobs: 4}},
		{files: 1000, want: Bounds{Requests: 64, Connections: 330, Jobs: 4}},
		{files: 100, want: Bounds{Requests: 30, Connections: 30, Jobs: 4}},
		{files: Min, want: Bounds{Requests: 1, Connections: 1, Jobs: 2}},
		{files: 0, want: Bounds{Requests: 1, Connections: 1, Jobs: 1}},
	} {
		if got := Within(test.files, 64, 4); got != test.want {
			t.Errorf("%d files: got %+v, want %+v", test.files, got, test.want)
		}
	}
}
