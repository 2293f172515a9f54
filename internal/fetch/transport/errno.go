package transport

import (
	"errors"
	"slices"
	"syscall"
)

// IsErrno reports whether err is, or comes from, one of the errors of the system. Go names
// them as Unix does on every system, but gives those of Windows as Windows numbers them.
func IsErrno(err error, errnos ...syscall.Errno) bool {
	return slices.ContainsFunc(errnos, func(errno syscall.Errno) bool {
		return errors.Is(err, errno) ||
			slices.ContainsFunc(sameErrnos(errno), func(same syscall.Errno) bool { return errors.Is(err, same) })
	})
}
