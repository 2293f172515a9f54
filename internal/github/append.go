package github

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// append adds content to the runner's file that variable names, with one write: a
// run that is killed has added all of it or, but for a moment, nothing. What a full
// disk took of it is removed again, so that the file never ends in the middle of an
// output or of a summary, and other files get the room.
func (w *Workflow) append(variable string, content []byte) error {
	path := w.getenv(variable)
	if !w.active || path == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return &FileError{Variable: variable, Err: err}
	}
	info, err := file.Stat()
	if err == nil {
		err = appendTo(file, info, content)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return &FileError{Variable: variable, Err: err}
	}
	return nil
}

// appendTo writes content to the end of a file, or leaves it as it was. A file that
// has become longer by more than what was written has another writer too, and is
// left alone.
func appendTo(file *os.File, before fs.FileInfo, content []byte) error {
	n, err := file.Write(content)
	if err == nil || n == 0 || !before.Mode().IsRegular() {
		return err
	}
	if after, statErr := file.Stat(); statErr == nil && after.Size() == before.Size()+int64(n) {
		err = errors.Join(err, file.Truncate(before.Size()))
	}
	return err
}

// FileError is the error of a file of the runner that could not be written.
type FileError struct {
	// Variable is the environment variable that names the file.
	Variable string
	// Err is the cause.
	Err error
}

// Error names the variable to look at.
func (e *FileError) Error() string {
	return fmt.Sprintf("could not write the file in %s: %v", e.Variable, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }
