package cloudflare

import (
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/hostingtest"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: routesName, Deployed: true, New: New},
	{Name: "wrangler.toml", New: New},
	{Name: "wrangler.json", New: New},
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
