package cli

import (
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
)

// isStubFolder reports whether a report is a directory for pages that send readers on.
func isStubFolder(file config.ReportFile) bool {
	return file.Format == report.FormatRedirects && strings.HasSuffix(file.Path, "/")
}
