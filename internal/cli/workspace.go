package cli

import (
	"os"
	"path"
	"regexp"

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

// useWorkspacePaths makes the paths of the settings ones of the container. Those of the
// settings file were refused when they do not stay in the working directory.
func (p Process) useWorkspacePaths(cfg *config.Config) {
	for _, name := range []*string{&cfg.Target, &cfg.ConfigFile, &cfg.Sources, &cfg.Baseline, &cfg.Cache, &cfg.From} {
		*name = p.workspacePath(*name)
	}
	for i := range cfg.Reports {
		cfg.Reports[i].Path = p.workspacePath(cfg.Reports[i].Path)
	}
}
