package githubpages

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: "_config.yml", New: New},
}

func TestFilesAreReadInProportion(t *testing.T) {
	hostingtest.ReadsInProportion(t, hostFiles...)
}

func TestFilesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	hostingtest.TakesTimeInProportion(t, hostFiles...)
}
