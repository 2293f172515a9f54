package azure

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: fileName, Deployed: true, New: New},
}

func TestFilesAreReadInProportion(t *testing.T) {
	for _, file := range hostFiles {
		t.Run(file.Name, func(t *testing.T) { hostingtest.ReadsInProportion(t, file) })
	}
}

func TestFilesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	for _, file := range hostFiles {
		t.Run(file.Name, func(t *testing.T) { hostingtest.TakesTimeInProportion(t, file) })
	}
}
