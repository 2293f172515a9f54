package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// table is one of the tables that the profiles are held to.
type table struct {
	name  string
	rows  []row
	files []txtar.File
}

// row is what a profile answers for one URL.
type row struct {
	line int
	// url is a percent-decoded path, with the query behind a question mark.
	url string
	// wants are the answers, of which the host may give any.
	wants []string
	// differs says why the implementation answers otherwise, from the comment
	// above the row that begins with "differs:"; empty where it should not.
	differs string
}

// public is the directory of a table's files that is deployed.
const public = "public/"

// readTable reads the table at that path.
func readTable(file string) (*table, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t, err := parseTable(data)
	if t != nil {
		t.name = strings.TrimSuffix(filepath.Base(file), ".txtar")
	}
	return t, err
}

// parseTable reads a table. A comment that begins with "differs:" is about the
// next row; comment lines that follow it continue it.
func parseTable(data []byte) (*table, error) {
	archive := txtar.Parse(data)
	t := &table{files: archive.Files}
	var differs []string
	number := 0
	for line := range strings.Lines(string(archive.Comment)) {
		number++
		line = strings.TrimSpace(line)
		comment, isComment := strings.CutPrefix(line, "#")
		comment = strings.TrimSpace(comment)
		reason, isReason := strings.CutPrefix(comment, "differs:")
		switch {
		case isReason:
			differs = []string{strings.TrimSpace(reason)}
		case isComment && differs != nil:
			differs = append(differs, comment)
		case isComment:
		case line == "":
			differs = nil
		default:
			url, answer, ok := strings.Cut(line, " => ")
			if !ok {
				return nil, fmt.Errorf("line %d is no row: %q", number, line)
			}
			t.rows = append(t.rows, row{number, url, strings.Split(answer, " or "), strings.Join(differs, " ")})
			differs = nil
		}
	}
	return t, nil
}

// unpack writes the table's files below dir, and returns the names of those that
// are deployed by their content. A deployed file that the table leaves empty
// holds its name, unless it is one that hosts read rules from.
func (t *table) unpack(dir string) (map[string]string, error) {
	names := map[string]string{}
	for _, file := range t.files {
		content := string(file.Data)
		if name, ok := strings.CutPrefix(file.Name, public); ok {
			if content == "" && !ruleFiles[path.Base(name)] {
				content = name
			}
			if other, ok := names[strings.TrimSpace(content)]; ok && content != "" {
				return nil, fmt.Errorf("the files %q and %q hold the same", other, name)
			}
			names[strings.TrimSpace(content)] = name
		}
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(file.Name)), content); err != nil {
			return nil, err
		}
	}
	return names, os.MkdirAll(filepath.Join(dir, filepath.FromSlash(public)), 0o700)
}

// writeFile writes a file and makes the directories above it.
func writeFile(name, content string) error {
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte(content), 0o600)
	}
	if err != nil {
		return fmt.Errorf("could not unpack the table: %w", err)
	}
	return nil
}

// ruleFiles are the files that mean something to a host when they hold a word.
var ruleFiles = map[string]bool{
	"_redirects": true, "_headers": true, "_routes.json": true, "_worker.js": true,
	"netlify.toml": true, "_config.yml": true, "CNAME": true, "staticwebapp.config.json": true, "vercel.json": true,
}
