package firebase

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func BenchmarkLinearFiles(b *testing.B) { hostingtest.BenchmarkFiles(b, hostFile) }

// TestOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost little, and rules that hold another text cost little.
func TestOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	hostFile.CheckEffort(t, hostingtest.List(`{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y","type":301},`), 10)
	hostFile.CheckEffort(t, hostingtest.List(`{"hosting":{"redirects":[`, `{"source":"/**/x%d/*","destination":"/y","type":301},`), 20)
}

// TestAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	hostFile.CheckSpent(t, `{"hosting":{"redirects":[`+strings.Repeat(`{"source":"/**/{x,y}*/**/{x,y}*","destination":"/y","type":301},`, 3000)+`{"source":"/c","destination":"/d","type":301}]}}`)
}
