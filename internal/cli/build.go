package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"time"
)

// Build describes the build of a program.
type Build struct {
	// Version is that of a release without its v, such as "1.2.3"; else the branch, tag
	// or commit of the action, or "dev".
	Version string
	// Commit is the hash of the source, and "modified" after it when files differed;
	// empty when it is not known.
	Commit string
	// Date is when the commit was made, or when a release was built, in UTC as RFC 3339;
	// empty when it is not known.
	Date string
	// Go is the version of Go that compiled it.
	Go string
}

// actionRepository is the action in whose runs GITHUB_ACTION_REF is the version of linkvet.
const actionRepository = "linkvet/linkvet"

// ReadBuild describes this program. released has what the linker was told about a release:
// its zero value means that it was told nothing. Then the version is that of the module,
// if `go install …@VERSION` built it. An image that a runner builds has neither, but its
// environment names the ref of the action.
func ReadBuild(released Build, getenv func(string) string) Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(released, info, getenv)
}

// release matches versions of releases; modules of other commits have longer ones.
var release = regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)[0-9A-Za-z.-]*)?$`)

// pseudo matches the version of a commit without a tag, which names the time and the commit.
var pseudo = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})(?:\+dirty)?$`)

// refBytes are those of refs that are safe in a header and in a log.
const refBytes = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._/-"

func isRef(name string) bool {
	return name != "" && len(name) <= 100 && strings.Trim(name, refBytes) == ""
}

func describe(b Build, info *debug.BuildInfo, getenv func(string) string) Build {
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	b.Go = info.GoVersion
	b.Commit = cmp.Or(b.Commit, setting["vcs.revision"])
	b.Date = cmp.Or(b.Date, setting["vcs.time"])
	if parts := pseudo.FindStringSubmatch(info.Main.Version); b.Commit == "" && parts != nil {
		b.Commit = parts[2]
		if at, err := time.Parse("20060102150405", parts[1]); err == nil {
			b.Date = at.Format(time.RFC3339)
		}
	}
	if b.Commit != "" && setting["vcs.modified"] == "true" {
		b.Commit += " modified"
	}
	if b.Version == "" && release.MatchString(info.Main.Version) {
		b.Version = info.Main.Version
	}
	if name := getenv("GITHUB_ACTION_REF"); b.Version == "" && getenv("GITHUB_ACTION_REPOSITORY") == actionRepository && isRef(name) {
		b.Version = name
	}
	if release.MatchString(b.Version) {
		b.Version = strings.TrimPrefix(b.Version, "v")
	}
	b.Version = cmp.Or(b.Version, "dev")
	return b
}

// String describes the build in one line: version, commit, date and Go.
func (b Build) String() string {
	var rest []string
	if b.Commit != "" {
		rest = append(rest, "commit "+b.Commit)
	}
	for _, part := range []string{b.Date, b.Go} {
		if part != "" {
			rest = append(rest, part)
		}
	}
	if len(rest) == 0 {
		return b.Version
	}
	return fmt.Sprintf("%s (%s)", b.Version, strings.Join(rest, ", "))
}
