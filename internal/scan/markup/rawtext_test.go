package markup

import (
	"strings"
	"testing"
)

// TestScriptEnd follows the "script data" states of the HTML standard by hand:
// "¦" marks where the script ends.
func TestScriptEnd(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		`a<b¦</script>`,
		`a</scripts></script¦</script >`,
		`a</SCRIPT¦</SCRIPT/`,
		`a</script`,
		`<!--¦</script>-->`,
		`<!--<script></script>--¦</script>`,
		`<!--<script></script>¦</script>`,
		`<!--<script>-->¦</script>`,
		`<!--><script>¦</script>`,
		`<!---><script>¦</script>`,
		`<!-- <!--<script></script>¦</script>`,
		`<!--<script>--x</script>--¦</script>`,
		`<!--<scr<!--<script></script>¦</script>`,
		`<!--<script/</script/<script></script>¦</script>`,
		`<!--<scripts>¦</script>`,
		`<!-- --><script>¦</script>`,
		`<!--<script></script>--><script>¦</script>`,
		`<!--<script>`,
	} {
		before, rest, found := strings.Cut(marked, "¦")
		want := len(before)
		if !found {
			want = len(marked)
		}
		if got := scriptEnd([]byte(before+rest), 0); got != want {
			t.Errorf("script %q ends at %d, want %d", marked, got, want)
		}
	}
}
