package leaktest

import (
	"errors"
	"testing"

	"go.uber.org/goleak"
)

func TestFindWaitsForWhatIsEnding(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		there int // so many looks find something
		fails bool
	}{
		"nothing":        {there: 0, fails: false},
		"what is ending": {there: patience - 1, fails: false},
		"what is left":   {there: patience, fails: true},
	} {
		looks := 0
		err := find(func(...goleak.Option) error {
			if looks++; looks <= test.there {
				return errors.New("a goroutine")
			}
			return nil
		})
		if (err != nil) != test.fails {
			t.Errorf("%s: %v after %d looks", name, err, looks)
		}
	}
}
