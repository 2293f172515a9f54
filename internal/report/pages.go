package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/link"
)

// Pages writes the inventory of r: a JSON object for each page, one a line, by
// path; their strings are cut as in JSON. It is empty when no inventory was
// taken.
func Pages(w io.Writer, r *link.Report) error {
	out, b := bufio.NewWriter(w), bytes.Buffer{}
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, page := range r.Inventory {
		page.Page, page.File, page.Title = cutString(page.Page), cutString(page.File), cutString(page.Title)
		b.Reset()
		if err := e.Encode(&page); err != nil {
			return fmt.Errorf("could not encode the list of pages: %w", err)
		}
		writeHarmless(out, b.Bytes())
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write the list of pages: %w", err)
	}
	return nil
}
