package filelimit

import "testing"

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		files int
		want  Bounds
	}{
		{1 << 20, Bounds{Requests: 64, Jobs: 4}},
		{1000, Bounds{Requests: 64, Connections: 330, Jobs: 4}},
		{100, Bounds{Requests: 30, Connections: 30, Jobs: 4}},
		{Min, Bounds{Requests: 1, Connections: 1, Jobs: 2}},
		{0, Bounds{Requests: 1, Connections: 1, Jobs: 1}},
	} {
		if got := Within(test.files, 64, 4); got != test.want {
			t.Errorf("%d files: got %+v, want %+v", test.files, got, test.want)
		}
	}
}
