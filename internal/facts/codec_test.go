package facts_test

import (
	"math"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
)

func TestFieldsAreDecodedAsEncoded(t *testing.T) {
	t.Parallel()
	var e facts.Encoder
	e.String("left over")
	e.Reset()
	e.Uint(0)
	e.Uint(math.MaxUint64)
	e.Int(math.MinInt64)
	e.Int(-1)
	e.Bool(true)
	e.Bool(false)
	e.Flags(false, true, true)
	e.Flags()
	e.String("")
	e.String("text\x00")
	whole := e.Bytes()
	read := func(d *facts.Decoder) bool {
		return d.Uint() == 0 && d.Uint() == math.MaxUint64 && d.Int() == math.MinInt64 && d.Int() == -1 && d.Bool() && !d.Bool() && d.Uint() == 6 && d.Uint() == 0 && d.String() == "" && d.String() == "text\x00"
	}
	d := facts.NewDecoder(whole)
	if !read(d) || d.Err() != nil || d.Done() != nil {
		t.Errorf("fields are not those that were encoded: %v", d.Err())
	}
	for size := range whole {
		d := facts.NewDecoder(whole[:size])
		read(d)
		if d.String() != "" || d.Uint() != 0 || d.Int() != 0 || d.Bool() || d.Bytes() != nil || d.Done() == nil {
			t.Errorf("%d of %d bytes are enough", size, len(whole))
		}
	}
	d = facts.NewDecoder(append(whole, 0))
	if !read(d) || d.Err() != nil || d.Done() == nil || d.Err() == nil {
		t.Error("a byte too many is not seen")
	}
}
