//go:build linux

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// place is the folder of one run: the checkout, with the site in its folder "site".
// It keeps the first error, after which it makes nothing.
type place struct {
	dir string
	err error
}

func newPlace(scratch string) (*place, error) {
	dir, err := os.MkdirTemp(scratch, "case-")
	if err != nil {
		return nil, fmt.Errorf("could not make a folder: %w", err)
	}
	return &place{dir: dir, err: os.Mkdir(filepath.Join(dir, "site"), 0o755)}, nil
}

// do calls make with the path of name, whose folders it makes before.
func (p *place) do(name string, make func(path string) error) {
	if p.err != nil {
		return
	}
	path := filepath.Join(p.dir, name)
	if p.err = os.MkdirAll(filepath.Dir(path), 0o755); p.err == nil {
		p.err = make(path)
	}
}

// stream writes a file piece by piece, so that this process stays small: what it
// holds counts as memory of those that it starts.
func (p *place) stream(name string, write func(w *bufio.Writer)) {
	p.do(name, func(path string) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(f, 64<<10)
		write(w)
		return errors.Join(w.Flush(), f.Close())
	})
}

// file writes a small file.
func (p *place) file(name, text string) {
	p.do(name, func(path string) error { return os.WriteFile(path, []byte(text), 0o644) })
}

// page writes a page with that body.
func (p *place) page(name, body string) { p.file(name, "<!doctype html><title>t</title>"+body+"\n") }

// good writes a start page that has nothing wrong with it.
func (p *place) good() { p.page("site/index.html", `<a href="/">home</a> enough text to be a page`) }

// sparse makes a file of a size that takes no room, with text at its begin.
func (p *place) sparse(name, text string, size int64) {
	p.do(name, func(path string) error {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		return os.Truncate(path, size)
	})
}

// link makes a symbolic link.
func (p *place) link(to, name string) {
	p.do(name, func(path string) error { return os.Symlink(to, path) })
}

// repeat writes text so many times.
func repeat(w io.StringWriter, text string, times int) {
	for range times {
		_, _ = w.WriteString(text) // the error comes again when w is flushed
	}
}

// fill writes text until size bytes were written.
func fill(w io.StringWriter, text string, size int) { repeat(w, text, size/len(text)+1) }

// name returns the number i in letters, of which there are at least five.
func name(i int) string {
	var letters [16]byte
	at := len(letters)
	for i > 0 || at > len(letters)-5 {
		at--
		letters[at] = byte('a' + i%26)
		i /= 26
	}
	return string(letters[at:])
}
