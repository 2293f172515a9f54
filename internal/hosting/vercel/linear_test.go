package vercel

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	hostFile,
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
		write   func(size int) string
		perRule int
	}{
		"prefixes": {write: hostingtest.List(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`)},
		"texts":    {write: hostingtest.List(`{"redirects":[`, `{"source":"/:a*/x%d","destination":"/y"},`), perRule: 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hostFile.CheckEffort(t, test.write, test.perRule)
		})
	}
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFile.CheckSpent(t, `{"redirects":[`+strings.Repeat(`{"source":"/:a*/:b*/(x|y)","destination":"/y"},`, 3000)+`{"source":"/c","destination":"/d"}]}`)
}
