package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// directoryNotes say what shows that a directory is probably not the built site alone.
func directoryNotes(cfg *config.Config, dir *site.Dir) []string {
	var notes []string
	if sign := repositorySign(cfg.Target, dir); sign != "" {
		notes = append(notes, fmt.Sprintf("%s contains %s, so it is probably the repository and not the built site; pass the build directory%s",
			cfg.Target, sign, otherDirectory(cfg.Target)))
	}
	if n := sources(dir); n > 0 {
		notes = append(notes, fmt.Sprintf("%s contains %d Markdown %s and no HTML page; build the site first, and pass the build directory%s",
			cfg.Target, n, check.Plural(n, "file", "files"), otherDirectory(cfg.Target)))
	}
	return append(notes, reportNotes(cfg, dir)...)
}

// otherDirectory names the directory that holds the built site, if it is another one.
func otherDirectory(target string) string {
	if found, err := project.Find(); err == nil && filepath.Clean(target) != found.Dir {
		return ": " + found.Dir
	}
	return ""
}

// repositorySign returns the directory that shows that a target is a repository; empty
// for none. A site that is served from its repository has both git's files and a start page.
func repositorySign(target string, dir *site.Dir) string {
	for _, name := range []string{"node_modules", ".git"} {
		info, err := os.Lstat(filepath.Join(target, name))
		if err == nil && info.IsDir() && (name != ".git" || !dir.IsFile("index.html")) {
			return name
		}
	}
	return ""
}

// sources is the number of Markdown files of a directory without any page.
func sources(dir *site.Dir) int {
	n := 0
	for i := range int32(dir.Len()) {
		name := dir.Path(i)
		if scan.KindOfName(name).IsPage() {
			return 0
		}
		if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown") || strings.HasSuffix(name, ".mdx") {
			n++
		}
	}
	return n
}

// reportNotes say which HTML reports are inside the site: those that the run writes, and pages
// at its top that are reports of an earlier run.
func reportNotes(cfg *config.Config, dir *site.Dir) []string {
	var notes []string
	top, err := openfile.Resolve(cfg.Target)
	if err != nil {
		return nil
	}
	written := map[string]bool{}
	for _, file := range cfg.Reports {
		if output.StandardStream(file.Path) != 0 || scan.KindOfName(file.Path) != link.HTMLKind {
			continue
		}
		place, err := openfile.Resolve(file.Path)
		if err != nil {
			continue
		}
		if below, err := filepath.Rel(top, place); err == nil && filepath.IsLocal(below) {
			written[filepath.ToSlash(below)] = true
			notes = append(notes, fmt.Sprintf("the report %s is inside the site, so the next run checks it as a page; write it to another directory",
				file.Path))
		}
	}
	for _, name := range earlierReports(dir) {
		if !written[name] {
			notes = append(notes, fmt.Sprintf("%s is a report of linkvet and is checked as a page of the site; remove it", filepath.ToSlash(filepath.Join(cfg.Target, name))))
		}
	}
	return notes
}

// maxTopPages is how many pages at the top of a site are looked at.
const maxTopPages = 50

// reportMark is in the head of every HTML report.
const reportMark = `<meta name="generator" content="linkvet `

// earlierReports returns the pages at the top of a site that are reports of linkvet.
func earlierReports(dir *site.Dir) []string {
	files := dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = files.Close() }()
	head := make([]byte, 1<<10)
	var found []string
	seen := 0
	for i := range int32(dir.Len()) {
		name := dir.Path(i)
		if strings.Contains(name, "/") || scan.KindOfName(name) != link.HTMLKind {
			continue
		}
		if seen++; seen > maxTopPages {
			break
		}
		if bytes.Contains(files.ReadHead(i, head), []byte(reportMark)) {
			found = append(found, name)
		}
	}
	return found
}
