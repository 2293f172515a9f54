package doc

import (
	"fmt"
	"strconv"
	"time"
)

// Seconds writes d with three digits that count: "0.182 s", "12.5 s".
func Seconds(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s >= 100:
		return fmt.Sprintf("%.0f s", s)
	case s >= 10:
		return fmt.Sprintf("%.1f s", s)
	case s >= 1:
		return fmt.Sprintf("%.2f s", s)
	}
	return fmt.Sprintf("%.3f s", s)
}

// Megabytes writes n bytes in units of a million.
func Megabytes(n int64) string { return Count(int(float64(n)/1e6+0.5)) + " MB" }

// Count writes n with a comma between thousands.
func Count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Times writes how many times b goes into a: "3.41 ×"; "-" when b is zero.
func Times(a, b float64) string {
	switch {
	case b == 0:
		return "-"
	case a/b >= 10:
		return fmt.Sprintf("%.1f ×", a/b)
	}
	return fmt.Sprintf("%.2f ×", a/b)
}
