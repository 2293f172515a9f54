package check

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
)

// rulePage stands for the number of a page in mentions of the host's rules; their
// index is that of the rule.
func (d *directory) rulePage() int32 { return int32(d.dir.Len()) }

// judgeRules judges where the host's rules lead: each is a link that an author
// wrote, whether a page uses it or not.
func (r *reader) judgeRules(rules []hosting.Rule) {
	from, origin := base{url: r.job.Space.Page("")}, &link.Origin{Element: link.RuleElement}
	for i := range rules {
		if !rules[i].Literal {
			continue
		}
		r.links++
		r.job.Progress.Links.Add(1)
		l := link.Link{Origin: origin, Raw: rules[i].To}
		d := r.job.resolve(from, &link.Link{Origin: origin, Raw: below(&r.job.Space, rules[i].To)})
		r.judge(mention{page: r.rulePage(), index: int32(i)}, &l, d)
	}
}

// ruleOccurrence is what the report shows of a rule.
func (d *directory) ruleOccurrence(index int32) link.Occurrence {
	rule := &d.dir.Hosting().Profile.Rules()[index]
	return link.Occurrence{
		File: rule.Source, Line: rule.Line, Column: rule.Column, Element: link.RuleElement, Link: rule.To,
	}
}

// mostFaults is how many faults of rules are told one by one.
const mostFaults = 10

// hostingNotes say by which host's rules the directory was read, and what is wrong
// with them.
func hostingNotes(host hosting.Choice) []string {
	var notes []string
	if host.Why != "" {
		notes = append(notes, fmt.Sprintf("hosting: %s (%s)", host.Profile.Name(), host.Why))
	}
	faults := host.Profile.Faults()
	for i, fault := range faults {
		if i == mostFaults {
			notes = append(notes, fmt.Sprintf("%d more rules of the host are not as they should be", len(faults)-i))
			break
		}
		place := fault.Source
		if fault.Line > 0 {
			place = fmt.Sprintf("%s:%d", fault.Source, fault.Line)
		}
		notes = append(notes, place+": "+fault.Message)
	}
	return notes
}
