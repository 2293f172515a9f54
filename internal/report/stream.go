package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// list is a JSON value with a list that may be very long. One item at a time is
// encoded, so that a report with very many needs no second copy of itself in
// memory.
type list struct {
	// shell is the value with that list empty. Nothing follows the list but tail.
	shell any
	tail  string
	// indent is that of an item, relative to shell.
	indent string
	// n counts the items. item returns one of them, which may be a list itself.
	n    int
	item func(int) any
}

// stream writes v as indented JSON with a line break at the end. format names
// what is written in errors.
func stream(w io.Writer, format string, v list) error {
	s := newStreamer(w)
	if err := s.value(v, ""); err != nil {
		return fmt.Errorf("could not encode the report: %w", err)
	}
	_ = s.out.WriteByte('\n')
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("could not write the %s report: %w", format, err)
	}
	return nil
}

// streamer encodes one value after another. The first write error sticks to out.
type streamer struct {
	out     *bufio.Writer
	buffer  bytes.Buffer
	encoder *json.Encoder
}

func newStreamer(w io.Writer) *streamer {
	s := &streamer{out: bufio.NewWriter(w)}
	s.encoder = json.NewEncoder(&s.buffer)
	s.encoder.SetEscapeHTML(false)
	return s
}

// value writes v, whose lines but the first begin with prefix.
func (s *streamer) value(v any, prefix string) error {
	l, ok := v.(list)
	if !ok {
		return s.encode(v, prefix, "")
	}
	if l.n == 0 {
		return s.encode(l.shell, prefix, "")
	}
	tail := strings.ReplaceAll(l.tail, "\n", "\n"+prefix)
	if err := s.encode(l.shell, prefix, tail); err != nil {
		return err
	}
	for i := range l.n {
		if i > 0 {
			_ = s.out.WriteByte(',')
		}
		_, _ = s.out.WriteString("\n" + prefix + l.indent)
		if err := s.value(l.item(i), prefix+l.indent); err != nil {
			return err
		}
	}
	_, _ = s.out.WriteString("\n" + prefix + l.indent[:len(l.indent)-2] + tail)
	return nil
}

// encode writes v without the tail of its text.
func (s *streamer) encode(v any, prefix, tail string) error {
	s.buffer.Reset()
	s.encoder.SetIndent(prefix, "  ")
	if err := s.encoder.Encode(v); err != nil {
		return err
	}
	text := bytes.TrimSuffix(s.buffer.Bytes(), []byte("\n"))
	writeHarmless(s.out, bytes.TrimSuffix(text, []byte(tail)))
	return nil
}
