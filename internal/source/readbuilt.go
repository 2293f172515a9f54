package source

import (
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/source/index"
)

// readBuilt returns the contents of a built page; nil when it cannot be read.
func readBuilt(name string) []byte {
	root, err := os.OpenRoot(filepath.Dir(filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	src, err := index.ReadFile(nil, root, filepath.Base(filepath.FromSlash(name)))
	// The root was only read from.
	_ = root.Close()
	if err != nil {
		return nil
	}
	return src
}
