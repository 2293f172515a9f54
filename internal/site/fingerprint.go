package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// fingerprinted is how many files are read to tell builds with the same names and sizes apart.
const fingerprinted = 64

// Fingerprint identifies the build in the directory: by the names and sizes of all files, and
// what is in some of them. It takes about 3 µs for each file.
func (d *Dir) Fingerprint() string {
	sum := sha256.New()
	for _, name := range d.files.all {
		size := int64(-1)
		if info, err := os.Lstat(filepath.Join(d.name, filepath.FromSlash(name))); err == nil {
			size = info.Size()
		}
		fmt.Fprintf(sum, "%s\x00%d\n", name, size)
	}
	files := d.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = files.Close() }()
	buf := make([]byte, maxPageHead)
	sample := min(fingerprinted, d.Len())
	for part := range sample {
		file := int32(d.Len() * part / sample)
		sum.Write(files.ReadHead(file, buf))
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
