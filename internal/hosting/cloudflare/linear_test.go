package cloudflare

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: routesName, Deployed: true, New: New},
	{Name: "wrangler.toml", New: New},
	{Name: "wrangler.json", New: New},
}

func TestFilesAreReadInProportion(t *testing.T) {
	hostingtest.ReadsInProportion(t, hostFiles...)
}

func TestFilesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	hostingtest.TakesTimeInProportion(t, hostFiles...)
}
