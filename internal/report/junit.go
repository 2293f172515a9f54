package report

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// maxCases is how many findings have a test case, and maxCasePlaces how many places a case
// names: what shows test results keeps each in memory.
const (
	maxCases      = 10_000
	maxCasePlaces = 100
)

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

// writeJUnit writes r as the XML that test tools read, in the form of Ant's: one
// suite, in which the run itself is a test case, an error when it did not reach
// the end, and so is each finding. A finding fails its case exactly when it fails
// the run; all others are skipped cases, whose message says why. Beyond maxCases
// one case says how many findings have none; it fails when one of them does.
func writeJUnit(out *bufio.Writer, r *link.Report, _ Options) error {
	v := newView(r, limits{findings: maxCases, places: maxCasePlaces, whole: true})
	suite := junitSuite{
		Name: "linkvet", Package: junitToken(r.Target), Hostname: "localhost", Out: v.Counts,
		Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"), Time: fmt.Sprintf("%d.%03d", r.DurationMS/1000, r.DurationMS%1000),
	}
	for _, p := range [][2]string{{"version", r.Version}, {"mode", string(r.Mode)}, {"site-url", r.SiteURL}, {"fail-on", r.FailOn}} {
		suite.Properties = append(suite.Properties, junitProperty{p[0], Clean(p[1], maxTarget)})
	}
	// The case of the run is always there: tools take a suite without cases for one that did
	// not run.
	run := junitCase{Class: "linkvet.run", Name: "checked completely", Time: suite.Time}
	if !r.Complete {
		problems := append(v.Problems, "the site was not checked completely")
		run.Error = &junitOutcome{Type: "incomplete", Message: problems[0], Text: junitText(problems[:len(problems)-1])}
		suite.Errors++
	}
	suite.Cases = append(suite.Cases, run)
	left, fails := 0, false
	for i := range v.Sections {
		s := &v.Sections[i]
		for c := range s.Cards() {
			for k := range c.Rows {
				suite.addRow(&c.Rows[k])
			}
		}
		left += s.Size - s.share
		fails = fails || s.fails && s.share < s.Size
	}
	if left > 0 {
		suite.add("run", "findings left out", fails, junitOutcome{Type: "left-out", Message: leftOut(r, left)})
	}
	suite.Tests = len(suite.Cases)
	text, err := xml.MarshalIndent(junitReport{Suite: suite}, "", "  ")
	if err != nil {
		return err
	}
	// A workflow's runner would take "::" and "##[" for commands, if the report is printed
	// there. The lines of a text stay readable: attributes have none, as the view is clean.
	markup := strings.NewReplacer("##[", "&#35;#[", "::", "&#58;:", "></property>", "/>", "></testcase>", "/>", "&#xA;", "\n")
	_, err = markup.WriteString(out, xml.Header+string(text)+"\n")
	return err
}

// addRow adds the case of a finding.
func (s *junitSuite) addRow(r *row) {
	var lines []string
	for _, p := range r.Places {
		lines = append(lines, strings.TrimRight(p.Name+"  "+p.Link+after(p.Where), " "))
	}
	if r.More != "" {
		lines = append(lines, r.More)
	}
	s.add(string(r.Reason), r.Target, r.Fails, junitOutcome{Type: string(r.Reason), Message: r.Mark + string(r.Verdict) + ": " + r.Why + r.Advice(), Text: junitText(lines)})
}

// add adds a case that is a failure, or else skipped, which has no type.
func (s *junitSuite) add(class, name string, fails bool, outcome junitOutcome) {
	c := junitCase{Class: "linkvet." + class, Name: junitToken(name), Time: "0"}
	if fails {
		c.Failure = &outcome
		s.Failures++
	} else {
		outcome.Type = ""
		c.Skipped = &outcome
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// junitText puts each line on a line of its own between the tags of an outcome.
func junitText(lines []string) string {
	return "\n" + strings.Join(append(lines, "      "), "\n")
}

// junitToken returns s without white space at its ends, and never empty: the schema
// asks for that.
func junitToken(s string) string {
	return cmp.Or(strings.Join(strings.Fields(Clean(s, maxTarget)), " "), "-")
}
