package netlify

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/proportion"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: configName, New: New},
}

func TestFilesAreReadInProportion(t *testing.T) {
	hostingtest.ReadsInProportion(t, hostFiles...)
}

func TestFilesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	hostingtest.TakesTimeInProportion(t, hostFiles...)
}

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file    hostingtest.HostFile
		write   func(size int) string
		perRule int
	}{
		"prefixes":                 {file: hostFiles[0], write: hostingtest.Number("/x%d/* /y/:splat\n")},
		"prefixes of netlify.toml": {file: hostFiles[1], write: hostingtest.Number("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n")},
		"texts":                    {file: hostFiles[0], write: hostingtest.Number("/:a/x%d/* /y/:splat\n"), perRule: 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.file.CheckEffort(t, test.write, test.perRule)
		})
	}
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFiles[0].CheckSpent(t, strings.Repeat("/:a/:b/:c /y\n", 3000))
}

// TestLongPatternsAreReadInProportion reads sources of many segments without a name.
func TestLongPatternsAreReadInProportion(t *testing.T) {
	proportion.Allocated(t, 1<<13, func(size int) func() {
		source := strings.Repeat("/a", size/2)
		return func() { compileSource(source) }
	})
}
