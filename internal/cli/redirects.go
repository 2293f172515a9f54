package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/report"
)

// maxRules is how many bytes a file may have that is compared with the new redirects.
const maxRules = 64 << 20

// errOtherRules keeps a file that the project may use: its rules would be lost.
var errOtherRules = errors.New("the file exists with other content, and is left as it was; write to another path, and add the rules to the file")

// writeRedirects writes the redirects for lost URLs. It replaces no other file.
func (s *session) writeRedirects(file config.ReportFile, r *link.Report) error {
	var text bytes.Buffer
	if err := s.render(&text, file.Format, r, report.TextOptions{}); err != nil {
		return err
	}
	old, err := openfile.Read(file.Path, maxRules)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(old) == 0:
	case err != nil:
		return openfile.Cause(err)
	case bytes.Equal(old, text.Bytes()), text.Len() == 0:
		return nil
	default:
		return errOtherRules
	}
	return output.Replace(file.Path, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
}
