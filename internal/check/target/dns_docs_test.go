package target_test

import (
	"os"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestDocsShowTheMessagesOfLookUps holds docs/reasons.md to what is said of a host that
// could not be looked up: no test at the root can provoke it, as linkvet uses the name
// servers of the system.
func TestDocsShowTheMessagesOfLookUps(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../docs/reasons.md")
	if err != nil {
		t.Fatal(err)
	}
	const typo = "<a href=https://www.exmaple.com/>x</a>"
	tests := map[link.Reason]struct {
		page      string
		upIsFound bool
	}{
		link.DNSNotFound:  {page: typo + "<a href=http://" + upName + ":1/>x</a>", upIsFound: true},
		link.DNSTemporary: {page: typo + "<a href=https://a.test>x</a><a href=https://b.test>x</a>", upIsFound: false},
	}
	for reason, test := range tests {
		t.Run(string(reason), func(t *testing.T) {
			t.Parallel()
			_, section, _ := strings.Cut(string(source), "\n### `"+string(reason)+"`\n")
			section, _, _ = strings.Cut(section, "\n#")
			text := strings.Join(strings.Fields(section), " ")
			found := false
			for _, f := range checkPage(t, test.page, fewNames(t, test.upIsFound)).Findings {
				if f.Target != "https://www.exmaple.com/" {
					continue
				}
				found = true
				if f.Reason != reason {
					t.Errorf("the reason is %s, want %s", f.Reason, reason)
				}
				if !strings.Contains(text, "`"+f.Message+"`") {
					t.Errorf("docs/reasons.md does not show the message %q", f.Message)
				}
			}
			if !found {
				t.Error("found nothing")
			}
		})
	}
}
