package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Write changes the files, each completely or not at all. It returns how many links and files
// it changed, with an error for the others: a file that changed meanwhile keeps what it has.
func (p *Plan) Write() (links, files int, err error) {
	for i := range p.Files {
		f := &p.Files[i]
		if failure := f.write(); failure != nil {
			err = errors.Join(err, fmt.Errorf("could not fix %s: %w", f.Name, failure))
			continue
		}
		links, files = links+len(f.Edits), files+1
	}
	return links, files, err
}

var errChanged = errors.New("it changed during the run")

// write changes one file.
func (f *File) write() error {
	now, err := readItself(f.Name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, f.before) {
		return errChanged
	}
	name := filepath.FromSlash(f.Name)
	info, err := os.Lstat(name)
	if err != nil {
		return err
	}
	return openfile.Write(name, info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(f.after())
		return err
	})
}
