package pattern

import (
	"fmt"
	"strconv"
	"strings"
)

// Fill replaces ":name", with any modifier and expression behind it, and "$1" in a
// destination by what was captured. Names that were not captured stay as they are.
func Fill(destination string, captured map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(destination); {
		name, end := reference(destination, i)
		if value, ok := captured[name]; ok && end > i {
			b.WriteString(value)
			i = end
			continue
		}
		if destination[i] == '\\' && i+1 < len(destination) {
			i++
		}
		b.WriteByte(destination[i])
		i++
	}
	return b.String()
}

// reference returns the name that a destination refers to at an offset, and where the
// reference ends. Where there is none, it ends at the offset.
func reference(destination string, i int) (name string, end int) {
	if destination[i] != ':' && destination[i] != '$' {
		return "", i
	}
	for end = i + 1; end < len(destination) && isNameByte(destination[end]); end++ {
	}
	name = destination[i+1 : end]
	if name == "" {
		return "", i
	}
	if destination[i] == '$' {
		return name, end
	}
	if end < len(destination) && destination[end] == '(' {
		if after := closing(destination, end); after > 0 {
			end = after
		}
	}
	if end < len(destination) && strings.IndexByte("*+", destination[end]) >= 0 {
		end++
	}
	return name, end
}

// References returns the names that a destination refers to by ":name", without
// numbers such as that of a port.
func References(destination string) []string {
	var names []string
	for i := 0; i < len(destination); i++ {
		if destination[i] == '\\' {
			i++
			continue
		}
		name, end := reference(destination, i)
		if end == i || destination[i] != ':' {
			continue
		}
		if _, err := strconv.Atoi(name); err != nil {
			names = append(names, name)
		}
		i = end - 1
	}
	return names
}

// UnknownReference returns an error about the first name in a destination that the
// source does not have; nil for none.
func UnknownReference(destination string, known func(name string) bool) error {
	for _, name := range References(destination) {
		if !known(name) {
			return fmt.Errorf("the destination uses %q, which the source does not have", ":"+name)
		}
	}
	return nil
}
