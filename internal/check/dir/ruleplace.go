package dir

import "github.com/linkvet/linkvet/internal/link"

// rulePage is the page number in occurrences of the host's rules. Their index is the number
// of the rule.
func (d *directory) rulePage() int32 { return int32(d.dir.Len()) }

// ruleOccurrence is what the report shows of a rule. It is on no page, so
// the page is the rule's file: programs that read reports need one.
func (d *directory) ruleOccurrence(index int32) link.Occurrence {
	rule := &d.dir.Hosting().Profile.Rules()[index]
	return link.Occurrence{
		Page: rule.Source, File: rule.Source, Line: rule.Line, Column: rule.Column, Element: link.RuleElement, Link: rule.To,
	}
}
