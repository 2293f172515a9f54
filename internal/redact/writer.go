package redact

import "io"

// Writer cleans each message on its way. A message is what one Write takes, as fmt.Fprintf
// makes it.
type Writer struct {
	w     io.Writer
	clean func(string) string
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer, clean func(string) string) *Writer { return &Writer{w, clean} }

func (w *Writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.w, w.clean(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Unwrap returns the writer behind w.
func (w *Writer) Unwrap() io.Writer { return w.w }
