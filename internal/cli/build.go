package cli

import (
	"cmp"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// Build describes the build of a program. What is not known is empty.
type Build struct {
	// Version is that of a release without its v, such as "1.2.3"; else that of the module, the
	// branch, tag or commit of the action, or "dev".
	Version string
	// Commit is the hash of the source, and "modified" after it when files differed.
	Commit string
	// Date is when the commit was made, or when a release was built, in UTC as RFC 3339.
	Date string
	// Go is the version of Go that compiled it.
	Go string
}

// ReadBuild describes this program. released has what the linker was told about a release. Without
// that, `go install …@VERSION` and Go's look at the checkout give the version. An image that a
// runner builds has neither, but its environment names the ref of the action.
func ReadBuild(released Build, getenv func(string) string) Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(released, info, getenv)
}

// numbered matches the versions that begin with a v.
var numbered = regexp.MustCompile(`^v\d+\.\d+\.\d+`)

func describe(b Build, info *debug.BuildInfo, getenv func(string) string) Build {
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	b.Go, b.Date = info.GoVersion, cmp.Or(b.Date, setting["vcs.time"])
	if b.Commit = cmp.Or(b.Commit, setting["vcs.revision"]); b.Commit != "" && setting["vcs.modified"] == "true" {
		b.Commit += " modified"
	}
	action := ""
	if getenv("GITHUB_ACTION_REPOSITORY") == "linkvet/linkvet" {
		action = getenv("GITHUB_ACTION_REF")
	}
	module := strings.TrimPrefix(info.Main.Version, "(devel)")
	if b.Version = cmp.Or(b.Version, module, action, "dev"); numbered.MatchString(b.Version) {
		b.Version = b.Version[1:]
	}
	return b
}

// String describes the build in one line: version, commit, date and Go.
func (b Build) String() string {
	if b.Commit != "" {
		b.Commit = "commit " + b.Commit
	}
	known := slices.DeleteFunc([]string{b.Commit, b.Date, b.Go}, func(part string) bool { return part == "" })
	return b.Version + " (" + strings.Join(known, ", ") + ")"
}
