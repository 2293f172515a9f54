package vercel

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFile) }

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost nothing, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	hostFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`), 0)
	hostFile.CheckEffort(t, hostingtest.List(`{"redirects":[`, `{"source":"/:a*/x%d","destination":"/y"},`), 10)
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFile.CheckSpent(t, `{"redirects":[`+strings.Repeat(`{"source":"/:a*/:b*/(x|y)","destination":"/y"},`, 3000)+`{"source":"/c","destination":"/d"}]}`)
}
