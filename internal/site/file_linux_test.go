package site

import (
	"os"
	"syscall"
	"testing"
)

// A pipe in the place of a page would be waited for until somebody writes to it.
func TestReadWaitsForNoPipe(t *testing.T) {
	t.Parallel()
	d := build(t, "page.html")
	name := d.File(0)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	r := d.NewReader()
	if data, err := r.Read(0, nil); err == nil {
		t.Errorf("a pipe reads %q", data)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
