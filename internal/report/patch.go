package report

import "strings"

// FoldedPatch returns a patch as a part of a comment, in GitHub's Markdown, of at most limit
// bytes. Of a longer one it says how to get it.
func FoldedPatch(patch string, limit int) string {
	if patch == "" {
		return ""
	}
	if len(patch) > limit {
		return tooLongPatch
	}
	fence := "```"
	for strings.Contains(patch, fence) {
		fence += "`"
	}
	text := "\n<details><summary>Fixes for links on other lines</summary>\n\n" +
		fence + "diff\n" + patch + fence + "\n\nSave this as a file, and apply it with `git apply FILE`.\n\n</details>\n"
	if len(text) > limit {
		return tooLongPatch
	}
	return text
}

// tooLongPatch stands for a patch that a comment has no room for.
const tooLongPatch = "\nThe fixes for links on other lines are too long for this comment: run `linkvet --fix diff`.\n"
