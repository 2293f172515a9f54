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
