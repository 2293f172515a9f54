package cli

import (
	"os"
	"path"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
)

// containerWorkspace is where the runner mounts the workspace in the container of an action.
const containerWorkspace = "/github/workspace"

// hostWorkspace matches a path in the workspace as the host machine names it: the runner
// expands ${{ github.workspace }} to it also for a container, which does not have it.
var hostWorkspace = regexp.MustCompile(`^/(?:[^/]+/)*_?work/([^/]+)/([^/]+)(?:/(.*))?$`)

// workspacePath returns the path in the container for one of the host machine, and any
// other path as it is. The container starts in the workspace.
func (p Process) workspacePath(name string) string {
	if p.getenv("GITHUB_WORKSPACE") != containerWorkspace {
		return name
	}
	m := hostWorkspace.FindStringSubmatch(name)
	if m == nil || m[1] != m[2] || m[2] != path.Base(p.getenv("GITHUB_REPOSITORY")) {
		return name
	}
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	return path.Join(".", m[3])
}

// useOwnPaths makes the paths of the settings ones of the container, and writes those of
// Windows as reports and messages show them. Those of the settings file were refused when
// they do not stay in the working directory.
func (p Process) useOwnPaths(cfg *config.Config) {
	for _, name := range []*string{&cfg.Target, &cfg.ConfigFile, &cfg.Sources, &cfg.Baseline, &cfg.Cache, &cfg.From, &cfg.Compare} {
		*name = p.ownPath(*name)
	}
	for i := range cfg.Reports {
		cfg.Reports[i].Path = p.ownPath(cfg.Reports[i].Path)
	}
}

func (p Process) ownPath(name string) string {
	if os.PathSeparator == '\\' && !isURL(name) {
		return slashed(name)
	}
	return p.workspacePath(name)
}

// slashed writes a path of Windows with slashes, and without the prefix for long paths:
// no path with it is below one without it. A volume without a letter needs the prefix.
func slashed(name string) string {
	long, ok := strings.CutPrefix(name, `\\?\`)
	server, isServer := strings.CutPrefix(long, `UNC\`)
	switch {
	case ok && isServer:
		name = `\\` + server
	case ok && len(long) > 1 && long[1] == ':':
		name = long
	case ok:
		return name
	}
	return strings.ReplaceAll(name, `\`, "/")
}
