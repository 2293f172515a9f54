package azure

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: fileName, Deployed: true, New: New},
}

func TestFilesAreReadInProportion(t *testing.T) {
	hostingtest.ReadsInProportion(t, hostFiles...)
}

func TestFilesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	hostingtest.TakesTimeInProportion(t, hostFiles...)
}
