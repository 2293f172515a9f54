package report

import (
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
	text, err := xml.MarshalIndent(junitReport{Suite: junitSuiteOf(r)}, "", "  ")
	if err != nil {
		return fmt.Errorf("could not encode the report: %w", err)
	}
	if _, err := junitMarkup.WriteString(w, xml.Header+string(text)+"\n"); err != nil {
		return fmt.Errorf("could not write the JUnit report: %w", err)
	}
	return nil
}

// junitMarkup writes as character references what a workflow's runner would take for
// a command, if the report is printed there. It also shortens empty elements, and
// keeps the lines of a text readable: attributes have none, as Clean leaves one line.
var junitMarkup = strings.NewReplacer("##[", "&#35;#[", "::", "&#58;:",
	"></property>", "/>", "></testcase>", "/>", "&#xA;", "\n")

// The shape of a JUnit report.
type (
	junitReport struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Package    string          `xml:"package,attr"`
		ID         int             `xml:"id,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Hostname   string          `xml:"hostname,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
		Out        string          `xml:"system-out"`
		Err        string          `xml:"system-err"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	// junitCase has at most one outcome; without one the case passed.
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Error   *junitOutcome `xml:"error"`
		Failure *junitOutcome `xml:"failure"`
		Skipped *junitOutcome `xml:"skipped"`
	}
	junitOutcome struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// junitSuiteOf returns the suite of a run, with a case for the run and one for each
// finding.
func junitSuiteOf(r *link.Report) junitSuite {
	seconds := fmt.Sprintf("%d.%03d", r.DurationMS/1000, r.DurationMS%1000)
	suite := junitSuite{
		Name: "linkvet", Package: junitToken(r.Target, maxPath),
		Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"), Hostname: "localhost", Time: seconds,
		Cases: []junitCase{junitRun(r, seconds)},
		Out:   runCounts(r),
	}
	for _, p := range [][2]string{
		{"version", r.Version}, {"mode", string(r.Mode)}, {"site-url", r.SiteURL}, {"fail-on", r.FailOn},
	} {
		suite.Properties = append(suite.Properties, junitProperty{p[0], Clean(p[1], maxTarget)})
	}
	findings := Ordered(r)
	places := newAllowance(maxJUnitPlaces)
	for _, f := range findings[:min(len(findings), maxCases)] {
		suite.Cases = append(suite.Cases, junitFinding(f, &places))
	}
	if left := findings[min(len(findings), maxCases):]; len(left) > 0 {
		suite.Cases = append(suite.Cases, junitLeftOut(r, left))
	}
	for i := range suite.Cases {
		suite.Tests++
		switch c := &suite.Cases[i]; {
		case c.Error != nil:
			suite.Errors++
		case c.Failure != nil:
			suite.Failures++
		case c.Skipped != nil:
			suite.Skipped++
		}
	}
	return suite
}

// junitRun returns the case of the run. It is always there: tools take a suite without
// cases for one that did not run.
func junitRun(r *link.Report, seconds string) junitCase {
	c := junitCase{Class: "linkvet.run", Name: "checked completely", Time: seconds}
	if r.Complete {
		return c
	}
	c.Error = &junitOutcome{Type: "incomplete", Message: "the site was not checked completely"}
	if len(r.Problems) > 0 {
		c.Error.Message = Clean(r.Problems[0], maxMessage)
	}
	var lines []string
	for _, p := range atMost(r.Problems, maxLongRemarks) {
		lines = append(lines, Clean(p, maxMessage))
	}
	c.Error.Text = junitText(lines)
	return c
}

// junitFinding returns the case of one target.
func junitFinding(f *link.Finding, places *allowance) junitCase {
	message := aside(f) + string(f.Verdict) + ": " + Clean(Explain(f), maxMessage)
	if Advises(f) {
		message += advised(f) + Clean(f.Suggestion, maxTarget)
	}
	var lines []string
	all := spots(f)
	listed := all[:places.take(len(all))]
	for i := range listed {
		where := at(all[i].file, all[i].line, all[i].column) + "  " + Clean(all[i].first.Link, maxTarget)
		if all[i].known {
			where += "  known"
		}
		lines = append(lines, strings.TrimRight(where, " "))
	}
	if rest := len(all) - len(listed); rest > 0 {
		lines = append(lines, "and "+count(rest, "more place"))
	}
	c := junitCase{Class: "linkvet." + string(f.Reason), Name: junitToken(f.Target, maxTarget), Time: "0"}
	c.end(f.Fails, junitOutcome{Type: string(f.Reason), Message: message, Text: junitText(lines)})
	return c
}

// junitLeftOut returns the case of the findings that have none. It fails when one of
// them fails the run.
func junitLeftOut(r *link.Report, left []*link.Finding) junitCase {
	c := junitCase{Class: "linkvet.run", Name: "findings left out", Time: "0"}
	fails := slices.ContainsFunc(left, func(f *link.Finding) bool { return f.Fails })
	c.end(fails, junitOutcome{Type: "left-out", Message: leftOut(r, len(left), plainly)})
	return c
}

// end sets the outcome of a case: a failure, or else skipped, which has no type.
func (c *junitCase) end(fails bool, outcome junitOutcome) {
	if fails {
		c.Failure = &outcome
		return
	}
	outcome.Type = ""
	c.Skipped = &outcome
}

// junitText puts each line on a line of its own between the tags of an outcome.
func junitText(lines []string) string {
	return "\n" + strings.Join(append(lines, "      "), "\n")
}

// junitToken returns s without white space at its ends, and never empty: the schema
// asks for that.
func junitToken(s string, limit int) string {
	return cmp.Or(strings.Join(strings.Fields(Clean(s, limit)), " "), "-")
}
