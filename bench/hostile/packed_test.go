//go:build linux

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os/exec"
	"testing"
)

// TestBombsAreWhatTheySay unpacks small ones: one that nobody can unpack tests nothing.
func TestBombsAreWhatTheySay(t *testing.T) {
	t.Parallel()
	const size = 3 << 20
	want := append([]byte("<p>"), make([]byte, size)...)
	pack := func(pack func(*bufio.Writer, string, int)) *bytes.Buffer {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		pack(w, "<p>", size)
		_ = w.Flush() // into memory
		return &out
	}
	var text io.Reader = pack(threefold)
	for range 3 {
		unpacked, err := gzip.NewReader(text)
		if err != nil {
			t.Fatal(err)
		}
		text = unpacked
	}
	// A bomb has no checksum at its end, and a few more zeroes.
	if got, _ := io.ReadAll(text); !bytes.HasPrefix(got, want) {
		t.Errorf("packed as gzip three times it is %d bytes, want %d at least", len(got), len(want))
	}
	program, err := exec.LookPath("zstd")
	if err != nil {
		t.Skip("no zstd on this machine")
	}
	unpack := exec.Command(program, "--decompress", "--stdout")
	unpack.Stdin = pack(standard)
	if got, err := unpack.Output(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("packed as zstd it is %d bytes, %v, want %d", len(got), err, len(want))
	}
}
