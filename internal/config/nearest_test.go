package config

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"target", "timeout", "fail-on", "exclude", "include", "jobs", "exclude-pages"}
	tests := []struct{ name, want string }{
		{name: "timeuot", want: "timeout"},
		{name: "time-out", want: "timeout"},
		{name: "FAIL_ON", want: "fail-on"},
		{name: "exclude-page", want: "exclude-pages"},
		{name: "jb", want: ""},
		{name: "", want: ""},
		{name: "timeouttimeouttimeouttimeouttimeouttimeouttimeout", want: ""},
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
