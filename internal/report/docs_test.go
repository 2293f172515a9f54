package report

import (
	"os"
	"strings"
	"testing"
)

// The documentation states the limits that are in force.
func TestDocumentedLimits(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"| text | " + number(maxLines) + " lines of findings and " + number(maxTextFiles) + " files; " + number(maxVerboseLines) + " and " + number(maxVerboseFiles) + " with `verbose`, and " + number(maxVerbosePlaces) + " places of each |",
		"| job summary | " + number(maxRows) + " rows for each verdict, " + number(maxMarkdownFiles) + " files, ",
		"| Markdown | " + number(maxRows) + " rows for each verdict, " + number(maxMarkdownFiles) + " files, " + number(MaxComment) + " bytes",
		"| HTML | " + number(maxHTMLFindings) + " findings, about " + number(maxHTMLBytes>>20) + " MB |",
		"| SARIF | " + number(maxResults) + " results",
		"| JUnit | " + number(maxCases) + " findings |",
		"| GitLab | " + number(maxIssues) + " entries |",
		"a string of more than " + number(maxString) + " bytes is cut",
		"up to " + number(maxLocations) + " places of one finding, and " + number(maxAllPlaces) + " in all",
		"beyond the first three\nof each; HTML " + number(maxHTMLAllPlaces) + ".",
		"for the first " + number(maxHTMLQuotes) + " broken links that are new",
		"With more than " + number(maxAtOnce) + " cards, all\n  after the first " + number(portion) + " are folded",
		"More than " + number(fewCards) + " findings that are not broken are folded",
		"Markdown lists " + number(maxRemark) + " problems and " + number(maxRemark) + " notes, the others " + number(maxLongRemarks) + ".",
	} {
		if !strings.Contains(string(data), row) {
			t.Errorf("docs/reports.md lacks %q", row)
		}
	}
}
