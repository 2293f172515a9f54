package check

import (
	"math"
	"reflect"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

func recordedOutcomes() []Outcome {
	return []Outcome{
		{Verdict: link.OK, Status: 200},
		{
			Verdict: link.Redirected, Reason: link.MovedPermanently, Status: 200, Message: "moved to \x00 é", Suggestion: "/there",
			Redirects: []link.Redirect{{Status: 301, URL: "https://example.com/there"}, {Status: 302, URL: ""}},
		},
		{
			Verdict: link.Unverified, Reason: link.Blocked, Status: 401, Protection: protection.Vercel,
			Cut: true, NoRoute: true, Lacks: transport.Authorities,
		},
		{Verdict: link.Broken, Reason: link.NotFound, Soft404: true, NotRequested: true},
		{Verdict: link.Skipped, Reason: link.PrivateAddress},
	}
}

func TestImpossibleOutcomesAreErrors(t *testing.T) {
	for _, o := range []Outcome{
		{Verdict: "fine"},
		{Verdict: link.OK, Reason: link.NotFound},
		{Verdict: link.Broken},
		{Verdict: link.Broken, Reason: "no"},
		{Verdict: link.Redirected, Reason: link.NotFound},
		{Verdict: link.OK, Status: 1000},
		{Verdict: link.OK, Lacks: 99},
		{Verdict: link.OK, Redirects: make([]link.Redirect, 1000)},
	} {
		var e facts.Encoder
		AppendOutcome(&e, &o)
		if got, err := ReadOutcome(facts.NewDecoder(e.Bytes())); err == nil {
			t.Errorf("%+v was read as %+v", o, got)
		}
	}
}

func FuzzFactRecords(f *testing.F) {
	for _, o := range recordedOutcomes() {
		var e facts.Encoder
		AppendOutcome(&e, &o)
		AppendOccurrence(&e, &link.Occurrence{
			Page: "/a/", File: "public/a/index.html", Line: 12, Column: math.MaxInt32, Element: "a", Attribute: "href", Link: " ../b?é#\x00", Text: "to b",
		})
		f.Add(e.Bytes())
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		d := facts.NewDecoder(src)
		o, err := ReadOutcome(d)
		if err != nil {
			return
		}
		at, err := ReadOccurrence(d)
		if err != nil {
			return
		}
		var e facts.Encoder
		AppendOutcome(&e, &o)
		AppendOccurrence(&e, &at)
		d = facts.NewDecoder(e.Bytes())
		again, err := ReadOutcome(d)
		if err != nil || !reflect.DeepEqual(o, again) {
			t.Fatalf("%+v became %+v (%v)", o, again, err)
		}
		if place, err := ReadOccurrence(d); err != nil || !reflect.DeepEqual(at, place) {
			t.Fatalf("%+v became %+v (%v)", at, place, err)
		}
	})
}
