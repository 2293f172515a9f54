//go:build unix

package site

import "testing"

// Windows has no file with a question mark in its name.
func TestFindAQuestionMark(t *testing.T) {
	t.Parallel()
	d := build(t, "guide/what?.html")
	if got := describe(d, "/guide/what%3F.html"); got != "guide/what?.html" {
		t.Errorf("Find = %s", got)
	}
}
