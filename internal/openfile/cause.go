package openfile

import (
	"errors"
	"io/fs"
)

// Cause returns the cause of an error of a file without the operation and the name,
// for a message that names the file itself.
func Cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
