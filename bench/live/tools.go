package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/linkvet/linkvet/bench/internal/peer"
)

// linkvetName is the tool that the others are compared with.
const linkvetName = "linkvet"

// tool is a program that crawls a site.
type tool struct {
	peer.Peer
	// command returns the program and its arguments for the site at a URL that ends
	// in a slash. It may write into scratch.
	command func(url, scratch string) ([]string, error)
	// ends are the exit statuses of a run that went to its end.
	ends []int
}

// findTools builds linkvet and looks the others up on PATH. It says which are
// missing.
func findTools(ctx context.Context, scratch string, s settings, stderr io.Writer) ([]tool, error) {
	own, err := peer.Build(ctx, scratch)
	if err != nil {
		return nil, err
	}
	var tools []tool
	if s.Wants(linkvetName) {
		tools = append(tools, linkvet(own, s.concurrency))
	}
	for _, p := range []struct {
		name, program string
		make          func(peer.Peer, int) tool
	}{
		{"muffet", "muffet", muffet},
		{"linkinator", "linkinator", linkinator},
		{"LinkChecker", "linkchecker", linkChecker},
	} {
		if found, ok := s.Find(ctx, p.name, p.program, "--version", stderr); ok {
			tools = append(tools, p.make(found, s.concurrency))
		}
	}
	if len(tools) == 0 {
		return nil, errors.New("-only leaves no tool")
	}
	return tools, nil
}

func linkvet(p peer.Peer, concurrency int) tool {
	return tool{
		Peer: p,
		command: func(url, _ string) ([]string, error) {
			return []string{p.Path, "--external=false", "--fail-on=none", "--concurrency", strconv.Itoa(concurrency), url}, nil
		},
		ends: []int{0},
	}
}

// muffet asks for external links too, unless what is to be asked for is named.
func muffet(p peer.Peer, concurrency int) tool {
	return tool{
		Peer: p,
		command: func(url, _ string) ([]string, error) {
			n := strconv.Itoa(concurrency)
			return []string{p.Path, "--include", "^" + url, "--max-connections", n, "--max-connections-per-host", n, url}, nil
		},
		ends: []int{0, 1},
	}
}

func linkinator(p peer.Peer, concurrency int) tool {
	return tool{
		Peer: p,
		command: func(url, _ string) ([]string, error) {
			return []string{
				p.Path, url, "--recurse", "--check-fragments", "--concurrency", strconv.Itoa(concurrency),
				"--skip", "^(?!" + url + ")", "--verbosity", "error",
			}, nil
		},
		ends: []int{0, 1},
	}
}

// linkCheckerConfig takes away its limit of ten requests a second, and adds the
// check of anchors.
const linkCheckerConfig = "[checking]\nmaxrequestspersecond=1000000\n[AnchorCheck]\n"

func linkChecker(p peer.Peer, concurrency int) tool {
	return tool{
		Peer: p,
		command: func(url, scratch string) ([]string, error) {
			path := filepath.Join(scratch, "linkcheckerrc")
			if err := os.WriteFile(path, []byte(linkCheckerConfig), 0o644); err != nil {
				return nil, fmt.Errorf("could not write configuration: %w", err)
			}
			return []string{
				p.Path, "--config", path, "--no-robots", "--no-status", "--threads", strconv.Itoa(concurrency),
				"--output", "csv", url,
			}, nil
		},
		ends: []int{0, 1},
	}
}
