package report

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// GitHub's code scanning refuses a file with more than maxResults in a run, and shows
// maxLocations of one result.
const (
	maxResults   = 25_000
	maxLocations = 100
)

// siteBase is the base that pages of a live site are relative to.
const siteBase = "SITE"

// object is a part of SARIF 2.1.0, whose fields are named as the format names them.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type object map[string]any

// sarifLog is a whole file. The results come last, as they are written one by one.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        object   `json:"tool"`
		Invocations []object `json:"invocations"`
		Bases       object   `json:"originalUriBaseIds,omitempty"`
		ColumnKind  string   `json:"columnKind"`
		Results     []object `json:"results"`
	}
)

// writeSARIF writes r in the Static Analysis Results Interchange Format 2.1.0. Rules
// are the reasons. Each place of a source is a result of its own; pages whose
// sources are not known share one. What exceeds the bounds of GitHub's code
// scanning is left out, the least first, and a notification says so.
func writeSARIF(out *bufio.Writer, r *link.Report, _ Options) error {
	all, left := alertsOf(r, maxResults)
	reasons := map[link.Reason]bool{}
	for i := range r.Findings {
		reasons[r.Findings[i].Reason] = true
	}
	rules := slices.Sorted(maps.Keys(reasons))
	run := sarifRun{
		Tool: object{"driver": sarifDriver(r, rules)}, Invocations: []object{sarifInvocation(r, left)},
		ColumnKind: "unicodeCodePoints", Results: []object{},
	}
	if base := address(cmp.Or(r.SiteURL, r.Target)); base != "" && r.Mode == link.Live {
		run.Bases = object{siteBase: object{"uri": strings.TrimSuffix(base, "/") + "/"}}
	}
	// A baseline makes a state of every result; without one there is none.
	based := r.Baseline || slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return stateOf(&f) != fresh })
	log := sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
	return encode(out, log, len(all), func(i int) any {
		a := &all[i]
		locations := []object{}
		for k := range a.spots[:min(len(a.spots), maxLocations)] {
			locations = append(locations, sarifLocation(&a.spots[k]))
		}
		result := object{
			"ruleId": a.finding.Reason, "ruleIndex": slices.Index(rules, a.finding.Reason), "level": sarifLevel(a.finding.Verdict),
			"message": sarifMessage(a.message(r)), "locations": locations,
			"partialFingerprints": object{"primaryLocationLineHash": a.key + ":1", "linkvetFinding/v1": a.finding.ID},
		}
		if based {
			result["baselineState"] = "new"
			if a.known {
				result["baselineState"] = "unchanged"
			}
		}
		return result
	})
}

// sarifDriver describes linkvet, with the reasons that occur as its rules.
func sarifDriver(r *link.Report, reasons []link.Reason) object {
	rules := []object{}
	for _, reason := range reasons {
		verdict := link.VerdictOf(reason, true)
		name := strings.ToUpper(string(verdict[:1])) + string(verdict[1:]) + " link: " + strings.ReplaceAll(string(reason), "-", " ")
		rules = append(rules, object{
			"id":                   reason,
			"shortDescription":     object{"text": name},
			"fullDescription":      object{"text": name},
			"helpUri":              helpOf(reason),
			"help":                 object{"text": "What it means, and what to do: " + helpOf(reason)},
			"defaultConfiguration": object{"level": sarifLevel(verdict)},
			"properties":           object{"tags": []string{"links"}},
		})
	}
	return object{"name": "linkvet", "version": cmp.Or(r.Version, "dev"), "informationUri": "https://github.com/linkvet/linkvet", "rules": rules}
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

// sarifInvocation says how the run went. left counts the results that are left out.
func sarifInvocation(r *link.Report, left int) object {
	start := r.Started.UTC().Truncate(time.Second)
	said := []object{}
	add := func(level string, texts ...string) {
		for _, text := range texts {
			said = append(said, object{"level": level, "message": sarifMessage(text)})
		}
	}
	add("error", atMost(r.Problems, maxRemarks)...)
	add("note", atMost(r.Notes, maxRemarks)...)
	if left > 0 {
		add("warning", fmt.Sprintf("%s left out, because GitHub accepts at most %s: %s", link.Count(left, "result"), link.Number(maxResults), WhereAll(r)))
	}
	return object{
		"executionSuccessful": r.Complete, "startTimeUtc": start.Format(time.RFC3339),
		"endTimeUtc":                 start.Add(time.Duration(r.DurationMS) * time.Millisecond).Format("2006-01-02T15:04:05.000Z07:00"),
		"toolExecutionNotifications": said,
	}
}

// sarifMessage is plain text for a message, in which brackets could begin a link.
func sarifMessage(text string) object {
	return object{"text": strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)}
}

// sarifLocation places a spot: in a file, or on a page of the live site.
func sarifLocation(s *spot) object {
	at := object{"artifactLocation": object{"uri": fileURI(s.file)}}
	if s.first.Source == nil && s.first.File == "" {
		// A query, if the page has one, is encoded like the rest: no tool asks for it.
		page := (&url.URL{Path: strings.TrimLeft(s.file, "/")}).String()
		at["artifactLocation"] = object{"uri": cmp.Or(page, "./"), "uriBaseId": siteBase}
	}
	if s.line > 0 {
		region := object{"startLine": s.line}
		if s.column > 0 {
			region["startColumn"] = s.column
		}
		if s.column > 0 && s.end > s.column {
			region["endColumn"] = s.end
		}
		at["region"] = region
	}
	return object{"physicalLocation": at}
}

// fileURI returns the path of a file as a URI reference that is relative where the path
// is. The drives of Windows are known on Windows.
func fileURI(path string) string {
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") || filepath.VolumeName(path) != "" {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(path, "/")
	}
	return u.String()
}
