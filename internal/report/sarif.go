package report

import (
	"cmp"
	"fmt"
	"io"
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

// SARIF writes r in the Static Analysis Results Interchange Format 2.1.0. Rules
// are the reasons. Each place of a source is a result of its own; pages whose
// sources are not known share one. What exceeds the bounds of GitHub's code
// scanning is left out, the least first, and a notification says so.
func SARIF(w io.Writer, r *link.Report) error {
	all, left := alertsOf(r, maxResults)
	reasons := map[link.Reason]bool{}
	for i := range r.Findings {
		reasons[r.Findings[i].Reason] = true
	}
	rules := slices.Sorted(maps.Keys(reasons))
	run := sarifRun{
		Tool:        object{"driver": sarifDriver(r, rules)},
		Invocations: []object{sarifInvocation(r, left)},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	if base := address(cmp.Or(r.SiteURL, r.Target)); base != "" && r.Mode == link.Live {
		run.Bases = map[string]sarifArtifact{siteBase: {URI: strings.TrimSuffix(base, "/") + "/"}}
	}
	// A baseline makes a state of every result; without one there is none.
	based := r.Baseline || slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return stateOf(&f) != fresh })
	places := placesEach(r, maxLocations)
	log := sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
	return encode(w, "SARIF", log, len(all), func(i int) any {
		a := &all[i]
		f := a.finding
		res := sarifResult{
			RuleID: string(f.Reason), RuleIndex: slices.Index(rules, f.Reason), Level: sarifLevel(f.Verdict), Message: sarifMessage(a.message(r)),
			Locations:    []sarifLocation{},
			Fingerprints: map[string]string{"primaryLocationLineHash": a.key + ":1", "linkvetFinding/v1": f.ID},
		}
		if based {
			res.Baseline = "new"
			if a.known || f.NotCaused {
				res.Baseline = "unchanged"
			}
		}
		for k := range a.spots[:min(len(a.spots), places)] {
			res.Locations = append(res.Locations, sarifLocationOf(&a.spots[k]))
		}
		return res
	})
}

// object is a part of SARIF with few fields.
type object map[string]any

// sarifDriver describes linkvet, with the reasons that occur as its rules.
func sarifDriver(r *link.Report, reasons []link.Reason) object {
	rules := []object{}
	for _, reason := range reasons {
		short, long := helpOf(reason)
		rules = append(rules, object{
			"id":                   reason,
			"shortDescription":     sarifText{short + "."},
			"fullDescription":      sarifText{short + ". " + bare(long)},
			"help":                 object{"text": bare(long), "markdown": long},
			"defaultConfiguration": object{"level": sarifLevel(link.VerdictOf(reason, true))},
			"properties":           object{"tags": []string{"links"}},
		})
	}
	return object{"name": "linkvet", "version": cmp.Or(r.Version, "dev"), "informationUri": "https://github.com/linkvet/linkvet", "rules": rules}
}

// bare takes the marks of literal text out of Markdown of our own.
func bare(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

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
		add("warning", fmt.Sprintf("%s left out, because GitHub accepts at most %s: %s",
			count(left, "result"), number(maxResults), WhereAll(r)))
	}
	return object{
		"executionSuccessful": r.Complete, "startTimeUtc": start.Format(time.RFC3339),
		"endTimeUtc":                 start.Add(time.Duration(r.DurationMS) * time.Millisecond).Format("2006-01-02T15:04:05.000Z07:00"),
		"toolExecutionNotifications": said,
	}
}

// sarifMessage is plain text for a message, in which brackets could begin a link.
func sarifMessage(text string) sarifText {
	return sarifText{Text: strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(text)}
}

// sarifLocationOf places a spot: in a file, or on a page of the live site.
func sarifLocationOf(s *spot) sarifLocation {
	var loc sarifLocation
	at := &loc.Physical
	if s.first.Source != nil || s.first.File != "" {
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
	return cmp.Or((&url.URL{Path: strings.TrimLeft(page, "/")}).String(), "./")
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

// The parts of SARIF 2.1.0 that are written, named as the format names them.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	// Results come last, as they are written one by one.
	sarifRun struct {
		Tool        object                   `json:"tool"`
		Invocations []object                 `json:"invocations"`
		Bases       map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
		ColumnKind  string                   `json:"columnKind"`
		Results     []sarifResult            `json:"results"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Baseline     string            `json:"baselineState,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPlace `json:"physicalLocation"`
	}
	sarifPlace struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		Line      int `json:"startLine"`
		Column    int `json:"startColumn,omitempty"`
		EndColumn int `json:"endColumn,omitempty"`
	}
)
