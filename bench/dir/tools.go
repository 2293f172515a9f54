package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/bench/internal/peer"
	"github.com/linkvet/linkvet/bench/internal/plan"
)

// The tools that are always there.
const (
	linkvetName = "linkvet"
	readName    = "read" // the floor: only reads the files
)

// tool is a program that checks a directory.
type tool struct {
	peer.Peer
	// command returns the program and its arguments for a site. It may write into scratch.
	command func(s site, scratch string) ([]string, error)
	// ends are the exit statuses of a run that went to its end.
	ends []int
	// broken returns the targets that the output calls broken; nil when the tool
	// finds none or is asked in another way.
	broken func(output []byte, s site) ([]string, error)
}

// findTools builds linkvet and looks the others up on PATH. It says which are
// missing.
func findTools(ctx context.Context, scratch string, common *plan.Plan, stderr io.Writer) ([]tool, error) {
	own, err := peer.Build(ctx, scratch)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("could not find this program: %w", err)
	}
	var tools []tool
	if common.Wants(linkvetName) {
		tools = append(tools, linkvet(own))
	}
	for _, p := range []struct {
		name    string
		version string
		make    func(peer.Peer) tool
	}{
		{"hyperlink", "--version", hyperlink},
		{"lychee", "--version", lychee},
		{"htmltest", "--version", htmltest},
	} {
		if found, ok := common.Find(ctx, p.name, p.name, p.version, stderr); ok {
			tools = append(tools, p.make(found))
		}
	}
	if common.Wants(readName) {
		tools = append(tools, tool{
			Peer:    peer.Peer{Name: readName, Path: self},
			command: func(s site, _ string) ([]string, error) { return []string{self, floorArgument, s.dir}, nil },
			ends:    []int{0},
		})
	}
	if len(tools) == 0 {
		return nil, errors.New("-only leaves no tool")
	}
	return tools, nil
}

func linkvet(p peer.Peer) tool {
	return tool{
		Peer: p,
		command: func(s site, _ string) ([]string, error) {
			return []string{p.Path, "--external=false", "--fail-on=none", s.dir}, nil
		},
		ends: []int{0},
	}
}

func hyperlink(p peer.Peer) tool {
	return tool{
		Peer: p,
		command: func(s site, _ string) ([]string, error) {
			return []string{p.Path, "--check-anchors", s.dir}, nil
		},
		ends:   []int{0, 1, 2},
		broken: brokenOfHyperlink,
	}
}

func lychee(p peer.Peer) tool {
	return tool{
		Peer: p,
		command: func(s site, _ string) ([]string, error) {
			return []string{
				p.Path, "--offline", "--no-progress", "--include-fragments", "--extensions", "html,htm,xhtml",
				"--format", "json", "--root-dir", s.dir, s.dir,
			}, nil
		},
		ends:   []int{0, 2},
		broken: brokenOfLychee,
	}
}

// htmltestConfig switches off what is not about links that lead nowhere.
const htmltestConfig = `DirectoryPath: %q
OutputDir: %q
TestFilesConcurrently: true
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

func htmltest(p peer.Peer) tool {
	return tool{
		Peer: p,
		command: func(s site, scratch string) ([]string, error) {
			path := filepath.Join(scratch, "htmltest.yml")
			text := fmt.Sprintf(htmltestConfig, s.dir, filepath.Join(scratch, "htmltest"))
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				return nil, fmt.Errorf("could not write configuration: %w", err)
			}
			return []string{p.Path, "--conf", path}, nil
		},
		ends:   []int{0, 1},
		broken: brokenOfHtmltest,
	}
}
