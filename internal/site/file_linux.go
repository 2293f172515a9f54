package site

import (
	"errors"
	"io"
	"os"
	"path"
	"syscall"
)

// folder is a directory that is kept open to read files in it.
//
// It and its files are used by their descriptors. For each file, the os package would
// ask the kernel whether reads can wait for data, which is never so for a file on disk,
// and check the names again: docs/architecture.md says what that costs.
type folder struct{ dir *os.File }

// openFolder opens the directory at a slash path, which ends with a slash or is
// the root itself.
func openFolder(root *os.Root, name string) (folder, error) {
	// Opening does not wait, even if a pipe has taken the directory's place.
	dir, err := root.OpenFile(path.Clean("./"+name), syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NONBLOCK, 0)
	return folder{dir}, err
}

func (f folder) Close() error { return f.dir.Close() }

// open opens a file that was listed as a regular one. If a symbolic link or a pipe has
// taken its place, it does not follow it or wait for it.
func (f folder) open(base string) (file, error) {
	const flags = syscall.O_RDONLY | syscall.O_CLOEXEC | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	descriptor, err := uninterrupted(func() (int, error) { return syscall.Openat(int(f.dir.Fd()), base, flags, 0) })
	return file(descriptor), err
}

// uninterrupted makes a system call again when a signal ended it.
func uninterrupted(call func() (int, error)) (n int, err error) {
	for n, err = call(); errors.Is(err, syscall.EINTR); n, err = call() {
	}
	return n, err
}

// file is the descriptor of a file that is open for reading.
type file int

// size returns how long the file is in bytes, and whether it is a regular one.
func (f file) size() (size int64, isRegular bool, err error) {
	var stat syscall.Stat_t
	_, err = uninterrupted(func() (int, error) { return 0, syscall.Fstat(int(f), &stat) })
	return stat.Size, stat.Mode&syscall.S_IFMT == syscall.S_IFREG, err
}

// Read is that of io.Reader.
func (f file) Read(p []byte) (int, error) {
	n, err := uninterrupted(func() (int, error) { return syscall.Read(int(f), p) })
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// Close closes the descriptor.
func (f file) Close() error { return syscall.Close(int(f)) }
