package cli

import "testing"

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		files int
		want  atOnce
	}{
		{1 << 20, atOnce{requests: 64, jobs: 4}},
		{1000, atOnce{requests: 64, connections: 330, jobs: 4}},
		{100, atOnce{requests: 30, connections: 30, jobs: 4}},
		{minOpenFiles, atOnce{requests: 1, connections: 1, jobs: 2}},
		{0, atOnce{requests: 1, connections: 1, jobs: 1}},
	} {
		if got := within(test.files, 64, 4); got != test.want {
			t.Errorf("%d files: got %+v, want %+v", test.files, got, test.want)
		}
	}
}
