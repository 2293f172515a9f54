package report

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// The base that pages of a live site are relative to.
const siteBase = "SITE"

// SARIF writes r in the Static Analysis Results Interchange Format 2.1.0. Rules
// are the reasons. Each place of a source is a result of its own; pages whose
// sources are not known share one. What exceeds the bounds of GitHub's code
// scanning is left out, the least first, and a notification says so.
func SARIF(w io.Writer, r *link.Report) error {
	n, next := alertQueue(r)
	left := max(n-maxResults, 0)
	n -= left
	log := sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:        sarifTool{Driver: sarifDriver(r)},
			Invocations: []sarifInvocation{sarifInvoke(r, left)},
			ColumnKind:  "unicodeCodePoints",
			Results:     []sarifResult{},
		}},
	}
	run := &log.Runs[0]
	if base := siteURI(r); base != "" {
		run.Bases = map[string]sarifArtifact{siteBase: {URI: base}}
	}
	index := map[link.Reason]int{}
	for i, rule := range run.Tool.Driver.Rules {
		index[link.Reason(rule.ID)] = i
	}
	// A baseline makes a state of every result; without one there is none.
	based := r.Baseline || slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return f.Known || f.NotCaused })
	places := newAllowance(maxLocations)
	return stream(w, "SARIF", list{log, "]\n    }\n  ]\n}", "        ", n, func(int) any {
		return sarifResultOf(next(), index, based, &places)
	}})
}

// siteURI is the base of a live site's pages; it is empty in directory mode.
func siteURI(r *link.Report) string {
	if r.Mode != link.Live {
		return ""
	}
	if base := destination(cmp.Or(r.SiteURL, r.Target)); base != "" {
		return strings.TrimSuffix(base, "/") + "/"
	}
	return ""
}

// isVersion is what SARIF takes for a semantic version.
var isVersion = regexp.MustCompile(`^v?(\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?)$`)

func sarifDriver(r *link.Report) sarifComponent {
	d := sarifComponent{
		Name: "linkvet", Version: r.Version, InformationURI: "https://github.com/linkvet/linkvet", Rules: []sarifRule{},
	}
	if m := isVersion.FindStringSubmatch(r.Version); m != nil {
		d.SemanticVersion = m[1]
	}
	seen := map[link.Reason]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if seen[f.Reason] {
			continue
		}
		seen[f.Reason] = true
		h := helpOf(f.Reason)
		d.Rules = append(d.Rules, sarifRule{
			ID: string(f.Reason), Name: camel(string(f.Reason)),
			Short: sarifText{Text: h.short + "."}, Full: sarifText{Text: h.short + ". " + bare(h.long)},
			Help:       sarifText{Text: bare(h.long), Markdown: h.long},
			Default:    sarifDefault{Level: sarifLevel(link.VerdictOf(f.Reason, true))},
			Properties: sarifProperties{Tags: []string{"links"}},
		})
	}
	slices.SortFunc(d.Rules, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	return d
}

// bare takes the marks of literal text out of Markdown of our own.
func bare(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

// camel writes a reason as an identifier: FragmentNotFound.
func camel(reason string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(reason, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

func sarifLevel(v link.Verdict) string {
	switch v {
	case link.Broken:
		return "error"
	case link.Unverified:
		return "warning"
	}
	return "note"
}

// sarifInvoke says how the run went.
func sarifInvoke(r *link.Report, left int) sarifInvocation {
	start := r.Started.UTC().Truncate(time.Second)
	inv := sarifInvocation{
		Successful: r.Complete,
		Start:      start.Format(time.RFC3339),
		End:        start.Add(time.Duration(r.DurationMS) * time.Millisecond).Format("2006-01-02T15:04:05.000Z07:00"),
	}
	add := func(level, text string) {
		inv.Notifications = append(inv.Notifications, sarifNotification{Level: level, Message: sarifMessage(text)})
	}
	for _, p := range atMost(r.Problems, maxLongRemarks) {
		add("error", Clean(p, maxMessage))
	}
	for _, n := range atMost(r.Notes, maxLongRemarks) {
		add("note", Clean(n, maxMessage))
	}
	if left > 0 {
		add("warning", fmt.Sprintf("%s left out, because GitHub accepts at most %s: %s",
			count(left, "result"), number(maxResults), WhereAll(r)))
	}
	return inv
}

// sarifMessage is plain text for a message, in which brackets could begin a link.
func sarifMessage(text string) sarifText {
	return sarifText{Text: strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)}
}

func sarifResultOf(a *alert, rules map[link.Reason]int, based bool, places *allowance) sarifResult {
	f := a.finding
	res := sarifResult{
		RuleID: string(f.Reason), RuleIndex: rules[f.Reason], Level: sarifLevel(f.Verdict),
		Message:      sarifMessage(a.message()),
		Locations:    []sarifLocation{},
		Fingerprints: map[string]string{"primaryLocationLineHash": a.key + ":1", "linkvetFinding/v1": f.ID},
	}
	switch {
	case based && (a.known || f.NotCaused):
		res.Baseline = "unchanged"
	case based:
		res.Baseline = "new"
	}
	for i := range a.spots[:places.take(len(a.spots))] {
		res.Locations = append(res.Locations, sarifLocationOf(&a.spots[i]))
	}
	return res
}

// sarifLocationOf places a spot: in a file, or on a page of the live site.
func sarifLocationOf(s *spot) sarifLocation {
	var loc sarifLocation
	at := &loc.Physical
	if s.isSource() || s.first.File != "" {
		at.Artifact.URI = fileURI(s.file)
	} else {
		at.Artifact = sarifArtifact{URI: pageURI(s.file), Base: siteBase}
	}
	if s.line > 0 {
		at.Region = &sarifRegion{Line: s.line, Column: s.column}
		if s.column > 0 && s.end > s.column {
			at.Region.EndColumn = s.end
		}
	}
	return loc
}

// pageURI is the path of a page relative to the site. Its query, if it has one,
// is encoded like the rest: no tool asks for it.
func pageURI(page string) string {
	return cmp.Or(pathURI(strings.TrimLeft(page, "/")), "./")
}
