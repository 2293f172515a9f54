package target

import (
	"reflect"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
)

func FuzzAnswer(f *testing.F) {
	lost := check.LostFragment("a", 200)
	for _, r := range []answer{
		{outcome: check.Outcome{Verdict: link.OK, Status: 200}, isForAll: true},
		{outcome: check.Outcome{Verdict: link.OK, Status: 200}, fragments: map[string]*check.Outcome{"a": &lost, "b": nil}},
	} {
		var e facts.Encoder
		r.append(&e)
		f.Add(e.Bytes())
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		r, err := readAnswer(facts.NewDecoder(src))
		if err != nil {
			return
		}
		var e facts.Encoder
		r.append(&e)
		again, err := readAnswer(facts.NewDecoder(e.Bytes()))
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Fatalf("%+v became %+v (%v)", r, again, err)
		}
	})
}
