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
// path. It is empty when no inventory was taken.
func Pages(w io.Writer, r *link.Report) error {
	out := bufio.NewWriter(w)
	for i := range r.Inventory {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(&r.Inventory[i]); err != nil {
			return fmt.Errorf("could not encode the inventory: %w", err)
		}
		_, _ = out.Write(harmless(b.Bytes()))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write the inventory: %w", err)
	}
	return nil
}
