package netlify

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// hostFiles are the files that the profile reads.
var hostFiles = []hostingtest.HostFile{
	{Name: redirects.FileName, Deployed: true, New: New},
	{Name: configName, New: New},
}

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFiles...) }

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	hostFiles[0].CheckEffort(t, hostingtest.Number("/x%d/* /y/:splat\n"), 0)
	hostFiles[1].CheckEffort(t, hostingtest.Number("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"), 0)
	hostFiles[0].CheckEffort(t, hostingtest.Number("/:a/x%d/* /y/:splat\n"), 10)
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFiles[0].CheckSpent(t, strings.Repeat("/:a/:b/:c /y\n", 3000))
}

// BenchmarkLinearSources reads sources of many segments without a name.
func BenchmarkLinearSources(b *testing.B) {
	lineartest.Time(b, 1<<18, func(size int) func() {
		source := strings.Repeat("/a", size/2)
		return func() { compileSource(source) }
	})
}
