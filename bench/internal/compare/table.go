package compare

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Table is a Markdown table.
type Table struct {
	columns int
	text    strings.Builder
}

// NewTable returns a table without rows.
func NewTable(columns ...string) *Table {
	t := &Table{columns: len(columns)}
	t.Row(columns...)
	t.text.WriteString("| ---" + strings.Repeat(" | ---:", len(columns)-1) + " |\n")
	return t
}

// Row adds a row. Cells that are not given are empty.
func (t *Table) Row(cells ...string) {
	t.text.WriteString("| " + strings.Join(cells, " | ") + strings.Repeat(" | ", t.columns-len(cells)) + " |\n")
}

// Results adds a row for each tool: the site, which is named once, the tool, and cells.
func (t *Table) Results(r Result, label string, cells func(tool string, own, m Sample) []string) {
	for _, tool := range r.Tools {
		if err := r.Failed[tool]; err != nil {
			t.Row(label, tool, "failed: "+err.Error())
		} else {
			t.Row(append([]string{label, tool}, cells(tool, r.Median[Linkvet], r.Median[tool])...)...)
		}
		label = ""
	}
}

// String returns the table as Markdown.
func (t *Table) String() string { return t.text.String() }

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
func Megabytes(n int64) string { return Count((n+500_000)/1_000_000) + " MB" }

// Count writes n, which is not negative, with a comma between thousands.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Times writes a divided by b: "3.41 ×"; "-" when b is zero.
func Times(a, b float64) string {
	switch {
	case b == 0:
		return "-"
	case a/b >= 10:
		return fmt.Sprintf("%.1f ×", a/b)
	}
	return fmt.Sprintf("%.2f ×", a/b)
}

// machine describes this machine, and says the day.
func machine() string {
	return fmt.Sprintf("%s, %d CPUs (%s), %s memory, %s/%s, %s", time.Now().UTC().Format(time.DateOnly),
		runtime.NumCPU(), first("/proc/cpuinfo", "model name"), first("/proc/meminfo", "MemTotal"),
		runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// first returns the value of the first line "key : value" of a file of Linux.
func first(path, key string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
