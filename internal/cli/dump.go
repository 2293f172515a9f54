package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// maxDumpText is how many code points of one text a dump shows.
const maxDumpText = 500

// dump prints each link that is found and where it leads, and checks none.
func (s *session) dump(ctx context.Context) int {
	out := bufio.NewWriter(s.out)
	problems := s.site.dump(ctx, s, func(found page.Sighting) {
		redact.Strings(&found, s.process.secrets.Text)
		where := found.Element
		if found.Attribute != "" {
			where += "@" + found.Attribute
		}
		fmt.Fprintf(out, "%s:%d:%d  %s  %s  →  %s\n",
			report.Clean(cmp.Or(found.File, found.Page), maxDumpText), found.Line, found.Column,
			where, report.Clean(found.Link, maxDumpText), report.Clean(cmp.Or(found.Resolved, "no URL"), maxDumpText))
	})
	if err := out.Flush(); err != nil {
		return printStatus(s.process, err)
	}
	if err := s.flush(); err != nil {
		return printStatus(s.process, err)
	}
	for _, problem := range problems {
		fmt.Fprintf(s.log, "linkvet: %s\n", report.Clean(problem, 2*maxDumpText))
	}
	if ctx.Err() != nil {
		problems = append(problems, "the run was interrupted")
	}
	stop, status := actions.Stop{Headline: "not all links were listed", Failed: true}, exitIncomplete
	if len(problems) == 0 {
		stop, status = actions.Stop{Headline: "links were listed, not checked"}, exitClean
	}
	for _, problem := range problems {
		stop.Causes = append(stop.Causes, actions.Cause{Text: problem})
	}
	if err := s.workflow.Tell(s.process.redactStop(stop), s.cfg.Annotations, s.cfg.Summary); err != nil {
		s.logError(err)
		if status == exitClean {
			annotateFailure(s.workflow, s.cfg, err)
		}
		return exitIncomplete
	}
	return status
}
