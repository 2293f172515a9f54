package report

// maxStopped is how many bytes the causes of a run that checked nothing take.
const maxStopped = 64 << 10

// Stopped returns, in GitHub's Markdown, how a run ended that checked nothing, and
// why. The headline is a few words of our own; the causes may quote strangers.
func Stopped(headline string, causes []string, failed bool) string {
	mark := "⏳"
	if failed {
		mark = "❌"
	}
	return "## " + mark + " " + prose(headline, maxMessage) + "\n" + remarks("Nothing was checked:", causes, maxStopped)
}
