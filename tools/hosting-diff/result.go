package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// result is how a profile and the implementation of its host agree.
type result struct {
	profile, implementation string
	rows                    int
	differences             []difference
	// stale are the rows that give a reason and are equal.
	stale []string
}

// difference is a row of which the implementation says something else.
type difference struct {
	table string
	row   row
	got   string
}

// ask asks the host every row of the table. Only scripts can tell what is unknown.
func (r *result) ask(ctx context.Context, h *host, t *table) error {
	repository, err := os.MkdirTemp("", "hosting-diff")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(repository) }()
	names, err := t.unpack(repository)
	if err != nil {
		return err
	}
	origin, stop, err := h.serve(ctx, repository)
	if err != nil {
		return err
	}
	defer stop()
	for _, row := range t.rows {
		if !h.says && slices.Contains(row.wants, "unknown") {
			continue // Any answer would do.
		}
		got, err := get(ctx, origin, row.url, names)
		if err != nil {
			return err
		}
		r.add(t.name, row, got)
	}
	return nil
}

// add counts what the implementation says of one row.
func (r *result) add(table string, row row, got string) {
	r.rows++
	switch same := slices.Contains(row.wants, got); {
	case !same:
		r.differences = append(r.differences, difference{table, row, got})
	case row.differs != "":
		r.stale = append(r.stale, fmt.Sprintf("%s.txtar:%d", table, row.line))
	}
}

// write writes the results as Markdown, and reports whether all differences, and
// no others, are given a reason.
func write(w io.Writer, results []*result) bool {
	fmt.Fprint(w, "| profile | implementation | rows | equal | differ |\n| --- | --- | ---: | ---: | ---: |\n")
	for _, r := range results {
		differ := len(r.differences)
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d |\n", r.profile, r.implementation, r.rows, r.rows-differ, differ)
	}
	known := true
	heading := "\n| profile | why they differ | expected, and answered |\n| --- | --- | --- |\n"
	for _, r := range results {
		reasons, rows := r.byReason()
		for _, reason := range reasons {
			text := cell(reason)
			if reason == "" {
				text, known = "**unknown**", false
			}
			fmt.Fprintf(w, "%s| %s | %s | %s |\n", heading, r.profile, text, strings.Join(rows[reason], "<br>"))
			heading = ""
		}
	}
	for _, r := range results {
		for _, row := range r.stale {
			fmt.Fprintf(w, "\n%s: %s gives a reason, but is equal.\n", r.profile, row)
			known = false
		}
	}
	return known
}

// byReason gathers the rows that differ for one reason, in the order of the tables.
func (r *result) byReason() (reasons []string, rows map[string][]string) {
	rows = map[string][]string{}
	for _, d := range r.differences {
		reason := d.row.differs
		if rows[reason] == nil {
			reasons = append(reasons, reason)
		}
		rows[reason] = append(rows[reason], fmt.Sprintf("%s %s: %s, %s",
			d.table, code(d.row.url), code(strings.Join(d.row.wants, " or ")), code(d.got)))
	}
	return reasons, rows
}

// code is text as code in a cell of a table.
func code(text string) string { return "`" + cell(text) + "`" }

// cell is text as it stands in a cell of a table. A header may hold any bytes.
func cell(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "|", `\|`)
}
