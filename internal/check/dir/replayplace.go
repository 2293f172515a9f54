package dir

import (
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// readPlace reads what appendPlace wrote. The page is a file of the part, or that of its rules.
func (p partReplay) readPlace(v *facts.Decoder) (m check.OccurrenceRef, err error) {
	page, index := v.Uint(), v.Uint()
	at := &link.Occurrence{
		Line: int(v.Uint()), Column: int(v.Uint()), Element: v.String(), Attribute: v.String(), Link: v.String(), Text: v.String(),
	}
	files := uint64(p.part.end - p.part.first)
	switch err := v.Done(); {
	case err != nil:
		return m, err
	case at.Line < 0 || at.Column < 0:
		return m, errors.New("a line is out of range")
	case page > files || index > scan.MaxLinks:
		return m, fmt.Errorf("link %d of file %d does not exist", index, page)
	case page < files:
		m = check.OccurrenceRef{Page: p.part.first + int32(page), Index: int32(index), At: at}
		at.Page, at.File = "/"+p.dir.URLPath(m.Page), p.dir.File(m.Page)
		return m, nil
	}
	rule := p.part.rules + int(index)
	if rule >= len(p.dir.Hosting().Profile.Rules()) {
		return m, fmt.Errorf("rule %d does not exist", index)
	}
	*at = p.ruleOccurrence(int32(rule))
	return check.OccurrenceRef{Page: p.rulePage(), Index: int32(rule), At: at}, nil
}

// readLink reads a record of keepLink: where the link leads now, what it is, and where.
func (p partReplay) readLink(key []byte, v *facts.Decoder) (d check.Destination, l link.Link, m check.OccurrenceRef, err error) {
	name, fragment := readName(key, v), v.String()
	p.doc.Kind, l.Holds, l.OnSite = link.Kind(v.Uint()), link.Kind(v.Uint()), v.Bool()
	l.Ignored = v.Bool()
	if m, err = p.readPlace(v); err != nil {
		return d, l, m, err
	}
	l.Origin, l.Raw, l.Text = &link.Origin{Element: m.At.Element, Attribute: m.At.Attribute}, m.At.Link, m.At.Text
	u, err := weburl.Parse(name)
	if err != nil {
		return d, l, m, err
	}
	if fragment != "" {
		u.Fragment = "#" + fragment
	}
	if d = p.job.DestinationOf(u); l.Ignored {
		d.Reason = link.Ignored
	}
	return d, l, m, nil
}
