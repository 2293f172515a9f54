package config

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"target", "timeout", "fail-on", "exclude", "include", "jobs", "exclude-pages"}
	tests := []struct{ name, want string }{
		{"timeuot", "timeout"},
		{"time-out", "timeout"},
		{"TIMEOUT", "timeout"},
		{"FAIL_ON", "fail-on"},
		{"failon", "fail-on"},
		{"excludes", "exclude"},
		{"exclude-page", "exclude-pages"},
		{"job", "jobs"},
		{"jb", ""},
		{"ignore", ""},
		{"", ""},
		{"é", ""},
		{"timeouttimeouttimeouttimeouttimeouttimeouttimeout", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := nearest(tt.name, known); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"abc", "abc", 0},
		{"abc", "acb", 1},
		{"kitten", "sitting", 3},
	}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
