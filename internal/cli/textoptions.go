package cli

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// textOptions returns the options of every text report of the run. It quotes no lines
// after late has ended, and none for an earlier report: whoever wrote it chose the files.
func (s *session) textOptions(late context.Context) report.TextOptions {
	if s.cfg.From != "" {
		return report.TextOptions{}
	}
	lines := report.NewLines(s.process.secrets.Holds, s.readableDirs()...)
	return report.TextOptions{Line: lines.Until(late)}
}

// readableDirs returns the directories whose files may be quoted: the site, and the
// sources.
func (s *session) readableDirs() []string {
	var dirs []string
	if !isURL(s.cfg.Target) {
		dirs = append(dirs, s.cfg.Target)
	}
	// Reports name files of the sources without symbolic links.
	if real, err := filepath.EvalSymlinks(s.cfg.Sources); err == nil {
		dirs = append(dirs, real)
	}
	return dirs
}

// settings are the lines about the settings that were given, without secrets.
func (s *session) settings() []string {
	var all []string
	for _, g := range s.cfg.Given {
		for value := range strings.SplitSeq(g.Value, "\n") {
			if g.Name == "target" || g.Name == "site-url" {
				value = weburl.Redact(value)
			}
			all = append(all, g.Name+": "+s.process.secrets.Text(value)+" ("+g.Source+")")
		}
	}
	return all
}
