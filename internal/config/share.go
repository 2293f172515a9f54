package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Share is a bound on a part of something: a number, or a percentage of the
// whole. The zero value allows nothing.
type Share struct {
	// Number is the bound itself, or a percentage when Percent is true.
	Number  float64
	Percent bool
}

// Exceeds reports whether part, of whole, is more than s allows.
func (s Share) Exceeds(part, whole int) bool {
	if s.Percent {
		return float64(part)*100 > s.Number*float64(whole)
	}
	return float64(part) > s.Number
}

// String returns s as a user writes it, such as "3" or "2%".
func (s Share) String() string {
	text := strconv.FormatFloat(s.Number, 'f', -1, 64)
	if s.Percent {
		text += "%"
	}
	return text
}

// parseShare reads a whole number, or a percentage from 0% to 100%.
func parseShare(s string) (Share, error) {
	if digits, ok := strings.CutSuffix(s, "%"); ok {
		n, err := parseRate(digits)
		if err != nil || n > 100 {
			return Share{}, errShare(s)
		}
		return Share{Number: n, Percent: true}, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return Share{}, errShare(s)
	}
	return Share{Number: float64(n)}, nil
}

func errShare(s string) error {
	return fmt.Errorf("must be a whole number such as 3, or a share from 0%% to 100%% such as 2%%, not %s", quote(s))
}
