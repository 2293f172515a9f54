package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// maxFactText is how many bytes of a text of a page or a server are kept in facts. Reports
// show far less of it.
const maxFactText = 1 << 20

// AppendText appends a text of a page or a server.
func AppendText(e *facts.Encoder, text string) {
	if len(text) > maxFactText {
		text = strings.ToValidUTF8(text[:maxFactText], "")
	}
	e.String(text)
}

// Masked returns a text without the secrets of the run: facts may be kept where many read
// them.
func (j *Job) Masked(text string) string {
	if j.Redact == nil {
		return text
	}
	return j.Redact(text)
}

// MaskedOutcome is Masked for the texts of an outcome.
func (j *Job) MaskedOutcome(o Outcome) Outcome {
	o.Message, o.Suggestion = j.Masked(o.Message), j.Masked(o.Suggestion)
	o.Redirects = slices.Clone(o.Redirects)
	for i := range o.Redirects {
		o.Redirects[i].URL = j.Masked(o.Redirects[i].URL)
	}
	return o
}

// FactKey returns the key of the records of a URL or a path. One that is too long for a key
// is cut, and its digest added. isCut is true then: the value has to hold the whole.
func FactKey(name string) (key []byte, isCut bool) {
	if len(name) <= facts.MaxKey/2 {
		return []byte(name), false
	}
	sum := sha256.Sum256([]byte(name))
	return append([]byte(name[:facts.MaxKey/2]), hex.EncodeToString(sum[:])...), true
}

// errNumber is the error of a number that is out of its range.
var errNumber = errors.New("a record has a number that is out of range")

// ReadNumber reads a number from 0 to most.
func ReadNumber(d *facts.Decoder, most int) (int, error) {
	n := d.Uint()
	if err := d.Err(); err != nil {
		return 0, err
	}
	if n > uint64(most) {
		return 0, errNumber
	}
	return int(n), nil
}

// AppendOccurrence appends the place of a link: page, file, line, column, element,
// attribute, link, text.
func AppendOccurrence(e *facts.Encoder, o *link.Occurrence) {
	e.String(o.Page)
	e.String(o.File)
	e.Uint(uint64(max(o.Line, 0)))
	e.Uint(uint64(max(o.Column, 0)))
	e.String(o.Element)
	e.String(o.Attribute)
	AppendText(e, o.Link)
	AppendText(e, o.Text)
}

// ReadOccurrence reads what AppendOccurrence wrote.
func ReadOccurrence(d *facts.Decoder) (o link.Occurrence, err error) {
	o.Page, o.File = d.String(), d.String()
	if o.Line, err = ReadNumber(d, math.MaxInt32); err != nil {
		return o, err
	}
	if o.Column, err = ReadNumber(d, math.MaxInt32); err != nil {
		return o, err
	}
	o.Element, o.Attribute, o.Link, o.Text = d.String(), d.String(), d.String(), d.String()
	return o, d.Err()
}

// maxStatus is the largest HTTP status.
const maxStatus = 999

// The flags of an outcome in facts, in the order in which AppendOutcome writes them.
const (
	outcomeCut = 1 << iota
	outcomeSoft404
	outcomeNoRoute
	outcomeNotRequested

	outcomeFlags = 1<<iota - 1
)

// AppendOutcome appends what was found out about a target: verdict, reason, status,
// message, suggestion, redirects, login, flags, resource that was lacking.
func AppendOutcome(e *facts.Encoder, o *Outcome) {
	e.String(string(o.Verdict))
	e.String(string(o.Reason))
	e.Uint(uint64(max(o.Status, 0)))
	AppendText(e, o.Message)
	AppendText(e, o.Suggestion)
	e.Uint(uint64(len(o.Redirects)))
	for _, hop := range o.Redirects {
		e.Uint(uint64(max(hop.Status, 0)))
		e.String(hop.URL)
	}
	e.String(string(o.Protection))
	e.Flags(o.Cut, o.Soft404, o.NoRoute, o.NotRequested)
	e.Uint(uint64(o.Lacks))
}

// ReadOutcome reads what AppendOutcome wrote.
func ReadOutcome(d *facts.Decoder) (o Outcome, err error) {
	o.Verdict, o.Reason = link.Verdict(d.String()), link.Reason(d.String())
	if o.Status, err = ReadNumber(d, maxStatus); err != nil {
		return o, err
	}
	o.Message, o.Suggestion = d.String(), d.String()
	hops, err := ReadNumber(d, maxHops)
	if err != nil {
		return o, err
	}
	for range hops {
		status, err := ReadNumber(d, maxStatus)
		if err != nil {
			return o, err
		}
		o.Redirects = append(o.Redirects, link.Redirect{Status: status, URL: d.String()})
	}
	o.Protection = protection.Login(d.String())
	flags, err := ReadNumber(d, outcomeFlags)
	if err != nil {
		return o, err
	}
	o.Cut, o.Soft404 = flags&outcomeCut != 0, flags&outcomeSoft404 != 0
	o.NoRoute, o.NotRequested = flags&outcomeNoRoute != 0, flags&outcomeNotRequested != 0
	lacks, err := ReadNumber(d, int(transport.Authorities))
	if err != nil {
		return o, err
	}
	o.Lacks = transport.Resource(lacks)
	return o, o.isPossible()
}

// maxHops is how many redirects an outcome has at most: a loop shows the hop that closes it.
const maxHops = 2 * fetch.MaxRedirects

// isPossible returns an error for an outcome that no run can have.
func (o *Outcome) isPossible() error {
	var isPossible bool
	switch o.Verdict {
	case link.OK:
		isPossible = o.Reason == ""
	case link.Redirected, link.Skipped:
		isPossible = link.VerdictOf(o.Reason, false) == o.Verdict && o.Reason != ""
	case link.Broken, link.Unverified:
		// A rule may turn the one into the other.
		isPossible = isFault(o.Reason)
	}
	if !isPossible {
		return fmt.Errorf("a record has the verdict %q with the reason %q", link.Cut(string(o.Verdict)), link.Cut(string(o.Reason)))
	}
	return nil
}

// isFault reports whether a reason is one of a broken or unverified target.
func isFault(r link.Reason) bool {
	switch r {
	case link.NotFound, link.Gone, link.FragmentNotFound, link.DirectoryWithoutIndex, link.CaseMismatch, link.InvalidURL,
		link.RedirectLoop, link.TooManyRedirects, link.DNSNotFound, link.TLSInvalid, link.ConnectionRefused, link.HTTPError, link.ServerError,
		link.RateLimited, link.Blocked, link.Timeout, link.ConnectionFailed, link.DNSTemporary, link.NotReached:
		return true
	}
	return false
}
