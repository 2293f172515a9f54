package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/bench/internal/compare"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// brokenOf reads the broken targets from the output of each tool for a site in dir.
var brokenOf = map[string]func(output []byte, dir string) ([]string, error){
	compare.Linkvet: brokenOfLinkvet, "hyperlink": brokenOfHyperlink, "lychee": brokenOfLychee, "htmltest": brokenOfHtmltest,
}

// judge reads what the tools found. linkvet runs once more, for its report.
func (r *result) judge(ctx context.Context, scratch string) error {
	for _, tool := range r.Tools {
		read := brokenOf[tool]
		if r.Failed[tool] != nil || read == nil {
			continue
		}
		var output []byte
		var err error
		if tool == compare.Linkvet {
			cmd := exec.CommandContext(ctx, filepath.Join(scratch, tool), "--external=false", "--fail-on=none", "--format=json", r.site.Dir)
			cmd.Dir = scratch
			output, err = cmd.Output()
		} else {
			output, err = os.ReadFile(outputFile(scratch, r.Site, tool))
		}
		var targets []string
		if err == nil {
			targets, err = read(output, r.site.Dir)
		}
		if err != nil {
			return fmt.Errorf("could not read the findings of %s on %s: %w", tool, r.Site, err)
		}
		r.broken[tool] = distinct(targets)
	}
	missing := r.broken[compare.Linkvet]
	for tool, targets := range r.broken {
		r.broken[tool] = withoutFragments(targets, missing)
	}
	return nil
}

func brokenOfLinkvet(output []byte, _ string) ([]string, error) {
	var report link.Report
	if err := json.Unmarshal(output, &report); err != nil {
		return nil, err
	}
	var targets []string
	for _, f := range report.Findings {
		if f.Verdict == link.Broken {
			targets = append(targets, f.Target)
		}
	}
	return targets, nil
}

// brokenOfHyperlink reads lines such as "  error: bad link /a.html#b".
func brokenOfHyperlink(output []byte, _ string) ([]string, error) {
	var targets []string
	for line := range bytes.Lines(output) {
		if _, target, found := strings.Cut(string(line), "error: bad link "); found {
			targets = append(targets, strings.TrimSpace(target))
		}
	}
	return targets, nil
}

// brokenOfLychee reads its JSON, after the warnings that there may be.
func brokenOfLychee(output []byte, dir string) ([]string, error) {
	start := bytes.Index(output, []byte("\n{\n"))
	var report struct {
		ErrorMap map[string][]struct {
			URL string `json:"url"`
		} `json:"error_map"`
	}
	if err := json.NewDecoder(bytes.NewReader(output[start+1:])).Decode(&report); err != nil {
		return nil, err
	}
	var targets []string
	for _, list := range report.ErrorMap {
		for _, e := range list {
			targets = append(targets, strings.TrimPrefix(e.URL, "file://"+dir))
		}
	}
	return targets, nil
}

// colors are in the lines of htmltest.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// brokenOfHtmltest reads lines such as "  hash does not exist --- a/b.html --> ../c.html#d".
// Lines that say something else are about style.
func brokenOfHtmltest(output []byte, _ string) ([]string, error) {
	var targets []string
	for line := range bytes.Lines(colors.ReplaceAll(output, nil)) {
		message, places, _ := strings.Cut(string(line), " --- ")
		page, ref, found := strings.Cut(strings.TrimRight(places, "\r\n"), " --> ")
		if !found || !strings.HasSuffix(message, " does not exist") {
			continue
		}
		file, fragment, hashed := strings.Cut(ref, "#")
		switch {
		case file == "":
			file = "/" + page
		case !strings.HasPrefix(file, "/"):
			file = path.Join("/", path.Dir(page), file)
		}
		if hashed {
			file += "#" + fragment
		}
		targets = append(targets, file)
	}
	return targets, nil
}

// distinct returns each target once, in order. Tools encode differently, and some name a folder
// instead of its index: these are written alike.
func distinct(targets []string) []string {
	for i, target := range targets {
		document, fragment, hashed := strings.Cut(weburl.Unescape(target), "#")
		document = strings.TrimSuffix(strings.TrimSuffix(document, "index.html"), "/")
		if hashed {
			document += "#" + fragment
		}
		targets[i] = document
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// withoutFragments removes the fragments of targets on missing documents: some tools count each.
func withoutFragments(targets, missing []string) []string {
	targets = slices.Clone(targets)
	for i, target := range targets {
		document, _, _ := strings.Cut(target, "#")
		if _, found := slices.BinarySearch(missing, document); found {
			targets[i] = document
		}
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}

// differences compares the broken targets of each tool with linkvet's. It is empty when there is
// nothing to say.
func differences(results []result) string {
	t := compare.NewTable("site", "tool", "both", "only the tool", "only linkvet", "such as")
	found := false
	for _, r := range results {
		own, compared := r.broken[compare.Linkvet]
		for _, tool := range r.Tools {
			theirs, judged := r.broken[tool]
			if !compared || !judged || slices.Equal(own, theirs) {
				continue
			}
			more, less := without(theirs, own), without(own, theirs)
			t.Row(r.Site, tool, compare.Count(int64(len(theirs)-len(more))), compare.Count(int64(len(more))), compare.Count(int64(len(less))),
				strings.TrimSpace(examples("+", more)+" "+examples("−", less)))
			found = true
		}
	}
	if !found {
		return ""
	}
	return "Where the broken targets differ (+ only the tool's, − only linkvet's):\n\n" + t.String()
}

// without returns those of a that are not in b, which is sorted.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool {
		_, found := slices.BinarySearch(b, s)
		return found
	})
}

// examples returns three targets, evenly taken, for a table.
func examples(sign string, targets []string) string {
	var shown []string
	for i := 0; i < len(targets) && len(shown) < 3; i += max(1, len(targets)/3) {
		target := strings.NewReplacer("|", "%7C", "`", "%60", "\n", "%0A").Replace(targets[i])
		if len(target) > 80 {
			target = strings.ToValidUTF8(target[:80], "") + "…"
		}
		shown = append(shown, sign+"`"+target+"`")
	}
	return strings.Join(shown, " ")
}
