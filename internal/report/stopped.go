package report

import "strings"

// maxCauses is the most causes that Stopped lists.
const maxCauses = 20

// Stopped returns, in GitHub's Markdown, how a run ended that checked nothing, and
// why. The headline is a few words of our own; the causes may quote untrusted text.
func Stopped(headline string, causes []string, failed bool) string {
	mark := "⏳"
	if failed {
		mark = "❌"
	}
	var b strings.Builder
	b.WriteString("## " + mark + " " + prose(headline, maxMessage) + "\n")
	if len(causes) > 0 {
		b.WriteString("\nNothing was checked:\n\n")
	}
	for i, cause := range causes {
		if i == maxCauses {
			b.WriteString("- and " + number(len(causes)-i) + " more; see the log of this step\n")
			break
		}
		b.WriteString("- " + prose(cause, maxMessage) + "\n")
	}
	return b.String()
}
