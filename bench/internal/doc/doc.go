// Package doc writes what benchmarks found into Markdown.
package doc

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Update puts body between the markers <!-- name --> and <!-- /name --> of the
// file, in place of what stands there.
func Update(path, name, body string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("could not read %q: %w", path, err)
	}
	begin, end := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->")
	from := bytes.Index(text, begin)
	if from < 0 {
		return fmt.Errorf("could not update %q: it has no marker %q", path, begin)
	}
	from += len(begin)
	length := bytes.Index(text[from:], end)
	if length < 0 {
		return fmt.Errorf("could not update %q: it has no marker %q", path, end)
	}
	var b bytes.Buffer
	b.Write(text[:from])
	b.WriteString(strings.TrimSpace(body) + "\n")
	b.Write(text[from+length:])
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("could not update %q: %w", path, err)
	}
	return nil
}

// Table is a Markdown table. The first column reads from the left, the others
// from the right.
type Table struct {
	head []string
	rows [][]string
}

// NewTable returns a table with the given columns and no rows.
func NewTable(columns ...string) *Table { return &Table{head: columns} }

// Add adds a row, one cell a column.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Len returns how many rows there are.
func (t *Table) Len() int { return len(t.rows) }

// String returns the table as Markdown, with a line break at the end.
func (t *Table) String() string {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(t.head)
	rule := make([]string, len(t.head))
	for i := range rule {
		rule[i] = "---:"
	}
	rule[0] = "---"
	line(rule)
	for _, row := range t.rows {
		line(row)
	}
	return b.String()
}

// Machine says in one line what this machine is, and the day.
func Machine() string {
	return fmt.Sprintf("%s, %d CPUs (%s), %s memory, %s/%s, %s", time.Now().UTC().Format(time.DateOnly),
		runtime.NumCPU(), first("/proc/cpuinfo", "model name"), first("/proc/meminfo", "MemTotal"),
		runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// first returns the value of the first line "key : value" of a file, as Linux
// writes them.
func first(path, key string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
