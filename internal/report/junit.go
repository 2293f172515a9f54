package report

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// maxJUnitPlaces is the most places listed in one test case.
const maxJUnitPlaces = 100

// JUnit writes r as the XML that test tools read, in the form of Ant's: one
// suite, in which the run itself is a test case, an error when it did not reach
// the end, and so is each finding. A finding fails its case exactly when it fails
// the run; all others are skipped cases, whose message says why. Beyond maxCases
// one case says how many findings have none; it fails when one of them does.
func JUnit(w io.Writer, r *link.Report) error {
	findings := Ordered(r)
	cases := findings[:min(len(findings), maxCases)]
	j := &junit{w: bufio.NewWriter(w), places: newAllowance(maxJUnitPlaces)}
	var failures, errors int
	for _, f := range cases {
		if f.Fails {
			failures++
		}
	}
	left, tests := findings[len(cases):], len(cases)
	leftFails := slices.ContainsFunc(left, func(f *link.Finding) bool { return f.Fails })
	if len(left) > 0 {
		tests++
	}
	if leftFails {
		failures++
	}
	if !r.Complete {
		errors = 1
	}
	seconds := fmt.Sprintf("%d.%03d", r.DurationMS/1000, r.DurationMS%1000)
	j.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	j.line(`<testsuites>`)
	j.line(fmt.Sprintf(`  <testsuite name="linkvet" package="%s" id="0" timestamp="%s" hostname="localhost"`+
		` tests="%d" failures="%d" errors="%d" skipped="%d" time="%s">`,
		token(Clean(r.Target, maxPath)), r.Started.UTC().Format("2006-01-02T15:04:05"),
		tests+1, failures, errors, tests-failures, seconds))
	j.properties(r)
	j.run(r, seconds)
	for _, f := range cases {
		j.finding(f)
	}
	if len(left) > 0 {
		j.left(leftOut(r, len(left), plainly), leftFails)
	}
	j.line(`    <system-out>` + xmlText(tally(r)) + `</system-out>`)
	j.line(`    <system-err></system-err>`)
	j.line(`  </testsuite>`)
	j.line(`</testsuites>`)
	if err := j.w.Flush(); err != nil {
		return fmt.Errorf("could not write JUnit report: %w", err)
	}
	return nil
}

// junit is one JUnit report in the making. The first write error sticks to its
// writer.
type junit struct {
	w      *bufio.Writer
	places allowance
}

func (j *junit) line(s string) { _, _ = j.w.WriteString(s + "\n") }

// properties are what decided the verdicts and the run.
func (j *junit) properties(r *link.Report) {
	j.line(`    <properties>`)
	for _, p := range [][2]string{
		{"version", r.Version}, {"mode", string(r.Mode)}, {"site-url", r.SiteURL}, {"fail-on", r.FailOn},
	} {
		j.line(fmt.Sprintf(`      <property name="%s" value="%s"/>`, p[0], xmlText(Clean(p[1], maxTarget))))
	}
	j.line(`    </properties>`)
}

// run is the case that is always there: a suite without any is taken for a tool
// that did not run.
func (j *junit) run(r *link.Report, seconds string) {
	const head = `    <testcase classname="linkvet.run" name="checked to the end" time="%s"`
	if r.Complete {
		j.line(fmt.Sprintf(head+`/>`, seconds))
		return
	}
	message := "the site was not checked to its end"
	if len(r.Problems) > 0 {
		message = Clean(r.Problems[0], maxMessage)
	}
	j.line(fmt.Sprintf(head+`>`, seconds))
	j.line(fmt.Sprintf(`      <error type="incomplete" message="%s">`, xmlText(message)))
	for _, p := range atMost(r.Problems, maxLongRemarks) {
		j.line(xmlText(Clean(p, maxMessage)))
	}
	j.line(`      </error>`)
	j.line(`    </testcase>`)
}

// finding is the case of one target.
func (j *junit) finding(f *link.Finding) {
	j.line(fmt.Sprintf(`    <testcase classname="linkvet.%s" name="%s" time="0">`,
		f.Reason, token(Clean(f.Target, maxTarget))))
	message := string(f.Verdict) + ": " + Clean(Explain(f), maxMessage)
	if f.Known {
		message = "known, " + message
	}
	if Advises(f) {
		message += "; write " + Clean(f.Suggestion, maxTarget)
	}
	open, end := fmt.Sprintf(`      <skipped message="%s">`, xmlText(message)), `      </skipped>`
	if f.Fails {
		open, end = fmt.Sprintf(`      <failure type="%s" message="%s">`, f.Reason, xmlText(message)), `      </failure>`
	}
	j.line(open)
	all := spots(f)
	listed := all[:j.places.take(len(all))]
	for i := range listed {
		where := at(all[i].file, all[i].line, all[i].column) + "  " + Clean(all[i].first.Link, maxTarget)
		j.line(xmlText(strings.TrimRight(where, " ")))
	}
	if rest := len(all) - len(listed); rest > 0 {
		j.line("and " + count(rest, "more place"))
	}
	j.line(end)
	j.line(`    </testcase>`)
}

// left is the case of the findings that have none. It fails when one of them fails
// the run.
func (j *junit) left(message string, fails bool) {
	j.line(`    <testcase classname="linkvet.run" name="findings left out" time="0">`)
	if fails {
		j.line(fmt.Sprintf(`      <failure type="left-out" message="%s"></failure>`, xmlText(message)))
	} else {
		j.line(fmt.Sprintf(`      <skipped message="%s"></skipped>`, xmlText(message)))
	}
	j.line(`    </testcase>`)
}

// token is an attribute's value of the kind that holds no blanks at its ends.
func token(s string) string {
	return xmlText(cmp.Or(strings.Join(strings.Fields(s), " "), "-"))
}

// xmlText escapes s for the text of an element and for an attribute's value.
// What XML cannot hold becomes U+FFFD, and what a workflow's runner would obey, if
// the report is printed there, is written as a character reference.
func xmlText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return strings.NewReplacer("##[", "&#35;#[", "::", "&#58;:").Replace(b.String())
}
