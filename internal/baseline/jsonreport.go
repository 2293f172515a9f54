package baseline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// parseReport returns the places of a JSON report. It keeps one occurrence at a time in
// memory besides them, because hostile reports may have the maximum size.
func parseReport(r io.Reader) (*Places, error) {
	places, schema := newPlaces(), ""
	in := json.NewDecoder(r)
	err := eachMember(in, func(name string) error {
		switch {
		case strings.EqualFold(name, "schema"):
			return in.Decode(&schema)
		case strings.EqualFold(name, "findings"):
			return eachElement(in, func() error { return places.addFinding(in) })
		}
		return skip(in)
	})
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.New("it ends in the middle of the report")
	}
	if err != nil {
		return nil, err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it has text after the report")
	}
	if schema != link.Schema {
		return nil, &schemaError{schema}
	}
	return places, nil
}

// addFinding adds the places of the finding that in holds next.
func (p *Places) addFinding(in *json.Decoder) error {
	var place Place
	var pages []string
	err := eachMember(in, func(name string) error {
		switch {
		case strings.EqualFold(name, "id"):
			return in.Decode(&place.ID)
		case strings.EqualFold(name, "reason"):
			return in.Decode(&place.Reason)
		case strings.EqualFold(name, "target"):
			return in.Decode(&place.Target)
		case strings.EqualFold(name, "occurrences"):
			return eachElement(in, func() error {
				var at struct{ Page, File string }
				if err := in.Decode(&at); err != nil {
					return err
				}
				page := cmp.Or(at.Page, at.File)
				if n := len(pages); n > 0 && pages[n-1] == page {
					return nil
				}
				if len(pages) == maxPlaces {
					return errTooMany
				}
				pages = append(pages, page)
				return nil
			})
		}
		return skip(in)
	})
	if err != nil {
		return err
	}
	for _, place.Page = range pages {
		if err := p.add(place); err != nil {
			return err
		}
	}
	return nil
}

// skip reads the next value of any kind.
func skip(in *json.Decoder) error {
	err := in.Decode(&struct{}{})
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		return nil
	}
	return err
}

// eachMember calls member for each name of the object that in holds next. member reads the
// value.
func eachMember(in *json.Decoder, member func(name string) error) error {
	token, err := in.Token()
	if err == nil {
		err = begins(token, '{')
	}
	if err != nil {
		return err
	}
	for in.More() {
		// Keys of an object are strings.
		key, err := in.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := member(name); err != nil {
			return err
		}
	}
	_, err = in.Token()
	return err
}

// eachElement calls element for each element of the list that in holds next. element reads
// it. null is an empty list.
func eachElement(in *json.Decoder, element func() error) error {
	token, err := in.Token()
	if err != nil || token == nil {
		return err
	}
	if err := begins(token, '['); err != nil {
		return err
	}
	for in.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, err = in.Token()
	return err
}

// begins returns an error when token does not begin a list, or an object, as begin does.
func begins(token json.Token, begin json.Delim) error {
	if token == begin {
		return nil
	}
	return fmt.Errorf("it has %.100q instead of %q", fmt.Sprint(token), begin.String())
}
