package source

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// indexOf reads files with all of their links.
func indexOf(t *testing.T, files map[string]string) *index.Index {
	t.Helper()
	opt := index.Options{Dir: sourcetest.Write(t, files)}
	list, err := index.List(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return index.Read(t.Context(), list, func(destination.Destination) bool { return true }, opt)
}
