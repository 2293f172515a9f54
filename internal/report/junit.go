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

// maxCases is how many findings have a test case, and maxCasePlaces how many places a case
// names: what shows test results keeps each in memory.
const (
	maxCases      = 10_000
	maxCasePlaces = 100
)

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
	// A workflow's runner would take "::" and "##[" for commands, if the report is printed there. The lines of a text stay readable: attributes have none, as Clean
	// leaves one line.
	markup := strings.NewReplacer("##[", "&#35;#[", "::", "&#58;:", "></property>", "/>", "></testcase>", "/>", "&#xA;", "\n")
	if _, err := markup.WriteString(w, xml.Header+string(text)+"\n"); err != nil {
		return fmt.Errorf("could not write the JUnit report: %w", err)
	}
	return nil
}

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

// junitSuiteOf returns the suite of a run.
func junitSuiteOf(r *link.Report) junitSuite {
	suite := junitSuite{
		Name: "linkvet", Package: junitToken(r.Target, maxPath), Hostname: "localhost",
		Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"), Time: fmt.Sprintf("%d.%03d", r.DurationMS/1000, r.DurationMS%1000),
		Out: runCounts(r),
	}
	for _, p := range [][2]string{
		{"version", r.Version}, {"mode", string(r.Mode)}, {"site-url", r.SiteURL}, {"fail-on", r.FailOn},
	} {
		suite.Properties = append(suite.Properties, junitProperty{p[0], Clean(p[1], maxTarget)})
	}
	// The case of the run is always there: tools take a suite without cases for one that did
	// not run.
	run := junitCase{Class: "linkvet.run", Name: "checked completely", Time: suite.Time}
	if !r.Complete {
		problems := append(atMost(r.Problems, maxRemarks), "the site was not checked completely")
		run.Error = &junitOutcome{Type: "incomplete", Message: problems[0], Text: junitText(problems[:len(problems)-1])}
	}
	suite.add(run)
	findings := Ordered(r)
	listed := findings[:min(len(findings), maxCases)]
	places := placesEach(r, maxCasePlaces)
	for _, f := range listed {
		suite.add(junitFinding(r, f, places))
	}
	if left := findings[len(listed):]; len(left) > 0 {
		fails := slices.ContainsFunc(left, func(f *link.Finding) bool { return f.Fails })
		suite.add(junitEnd("run", "findings left out", fails, junitOutcome{Type: "left-out", Message: leftOut(r, len(left))}))
	}
	return suite
}

// add adds a case, and counts it.
func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

// junitFinding returns the case of one target, with so many of its places.
func junitFinding(r *link.Report, f *link.Finding, places int) junitCase {
	var lines []string
	all := spots(f)
	for i := range all[:min(len(all), places)] {
		where := at(all[i].file, all[i].line, all[i].column) + "  " + Clean(all[i].first.Link, maxTarget)
		if all[i].known {
			where += "  known"
		}
		lines = append(lines, strings.TrimRight(where, " "))
	}
	if rest := len(all) - places; rest > 0 {
		lines = append(lines, "and "+count(rest, "more place"))
	}
	message := aside(f) + string(f.Verdict) + ": " + Clean(Explain(f), maxMessage) + advised(r, f)
	return junitEnd(string(f.Reason), f.Target, f.Fails, junitOutcome{Type: string(f.Reason), Message: message, Text: junitText(lines)})
}

// junitEnd returns a case that is a failure, or else skipped, which has no type.
func junitEnd(class, name string, fails bool, outcome junitOutcome) junitCase {
	c := junitCase{Class: "linkvet." + class, Name: junitToken(name, maxTarget), Time: "0"}
	if fails {
		c.Failure = &outcome
		return c
	}
	outcome.Type = ""
	c.Skipped = &outcome
	return c
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
