package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// stream writes shell, whose last list is empty and followed by nothing but
// tail, with n items in that list. One item at a time is encoded, so that a
// report with very many needs no second copy of itself in memory. format names
// what is written in errors; indent is that of an item.
func stream(w io.Writer, format string, shell any, tail, indent string, n int, item func(int) any) error {
	head, err := encode(shell, "")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if n > 0 {
		_, _ = out.Write(bytes.TrimSuffix(head, []byte(tail)))
		for i := range n {
			text, err := encode(item(i), indent)
			if err != nil {
				return err
			}
			if i > 0 {
				_ = out.WriteByte(',')
			}
			_, _ = out.WriteString("\n" + indent)
			_, _ = out.Write(text)
		}
		_, _ = out.WriteString("\n" + indent[:len(indent)-2] + tail)
	} else {
		_, _ = out.Write(head)
	}
	_ = out.WriteByte('\n')
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write %s report: %w", format, err)
	}
	return nil
}
