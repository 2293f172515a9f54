package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

// readName is the lower bound: this program only reads the files.
const readName = "read"

// htmltestConfig switches off what is not about broken links.
const htmltestConfig = `TestFilesConcurrently: true
CheckDoctype: false
CheckExternal: false
CheckMailto: false
CheckTel: false
IgnoreAltMissing: true
IgnoreAltEmpty: true
IgnoreInternalEmptyHash: true
IgnoreEmptyHref: true
IgnoreDirectoryMissingTrailingSlash: true
EnableCache: false
EnableLog: false
`

// allTools returns the tools. brokenOf reads their output.
func allTools(scratch string) ([]compare.Tool, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("could not find this program: %w", err)
	}
	config := filepath.Join(scratch, "htmltest.yml")
	if err := os.WriteFile(config, []byte(htmltestConfig), 0o644); err != nil {
		return nil, fmt.Errorf("could not configure htmltest: %w", err)
	}
	return []compare.Tool{
		{
			Name: compare.Linkvet, Ends: []int{0},
			Args: func(dir string) []string { return []string{"--external=false", "--fail-on=none", dir} },
		},
		{
			Name: "hyperlink", Ends: []int{0, 1, 2},
			Args: func(dir string) []string { return []string{"--check-anchors", dir} },
		},
		{
			Name: "lychee", Ends: []int{0, 2},
			Args: func(dir string) []string {
				return []string{
					"--offline", "--no-progress", "--include-fragments", "--extensions", "html,htm,xhtml",
					"--format", "json", "--root-dir", dir, dir,
				}
			},
		},
		{
			Name: "htmltest", Ends: []int{0, 1},
			Args: func(dir string) []string { return []string{"--conf", config, dir} },
		},
		{
			Name: readName, Ends: []int{0}, Path: self,
			Args: func(dir string) []string { return []string{readArgument, dir} },
		},
	}, nil
}
