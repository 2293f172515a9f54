package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/typo"
)

// actions are the flags that are no settings: they ask for something other than a check.
var actions = []string{PrintHelp, PrintVersion, "print"}

// flagReader goes through the command line once.
type flagReader struct {
	table   []setting
	args    []string
	next    int // index of the argument after the one in hand
	out     reading
	asked   string // one of the Print constants
	targets []entry
	// guess is set once an unknown flag stood apart from what may be its value:
	// the number of targets says nothing then.
	guess bool
}

// readFlags reads the command line: --name=value, --name value (one dash will
// do), --name alone for a boolean, and TARGET. "--" ends the flags.
func readFlags(args []string, table []setting) (out reading, asked string) {
	r := &flagReader{table: table, args: args, out: reading{source: "flag"}}
	ended := false
	for r.next < len(r.args) {
		arg := r.args[r.next]
		r.next++
		switch {
		case !ended && arg == "--":
			ended = true
		case !ended && len(arg) > 1 && arg[0] == '-':
			r.flag(arg)
		default:
			r.targets = append(r.targets, entry{arg, place{name: "TARGET", at: r.next}})
		}
	}
	r.settle()
	return r.out, r.asked
}

// flag takes one flag and, where it has one apart, its value.
func (r *flagReader) flag(arg string) {
	name, value, attached := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	dashes := "--"
	if len(name) == 1 && arg[1] != '-' {
		dashes = "-"
	}
	p := place{name: dashes + named(name), at: r.next}
	s := find(r.table, name)
	switch {
	case name == "print":
		what, err := enum(printChoices...)(r.valueOf(value, attached))
		if err != nil {
			r.out.faults.add(p, err.Error())
		}
		r.asked = what
	case (name == "h" || name == PrintHelp || name == PrintVersion) && attached:
		r.out.faults.add(p, "takes no value")
	case name == "h":
		r.asked = PrintHelp
	case name == PrintHelp || name == PrintVersion:
		r.asked = name
	case s == nil:
		r.guess = r.guess || !attached
		r.out.faults.add(p, unknown(name, flagList, r.table, actions...))
	case s.isSecret:
		r.valueOf(value, attached) // it is no TARGET
		r.out.faults.add(p, "must not be a flag, because other processes see arguments; set the environment variable GITHUB_TOKEN")
	case attached:
		r.give(s, entry{value, p})
	case s.isBoolean():
		r.give(s, entry{r.truth(), p})
	case r.next < len(r.args) && !flagLike(r.args[r.next]):
		r.give(s, entry{r.valueOf("", false), p})
	default:
		r.out.faults.add(p, fmt.Sprintf("needs a value; write --%s=%s", s.name, s.value))
	}
}

// valueOf returns the value of a flag: the attached one, or else the next argument unless that
// is a flag.
func (r *flagReader) valueOf(value string, attached bool) string {
	if attached || r.next == len(r.args) || flagLike(r.args[r.next]) {
		return value
	}
	r.next++
	return r.args[r.next-1]
}

// truth returns the value of a boolean flag that has none attached: the next
// argument when that can only be meant so, else true.
func (r *flagReader) truth() string {
	if r.next < len(r.args) {
		if _, err := parseBool(r.args[r.next]); err == nil {
			r.next++
			return r.args[r.next-1]
		}
	}
	return "true"
}

// flagLike reports whether an argument is a flag rather than the value of the flag
// before it. A number is a value, so that a negative one is refused as such.
func flagLike(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && arg[1] != '.' && (arg[1] < '0' || arg[1] > '9')
}

// give adds one value to those of setting s.
func (r *flagReader) give(s *setting, e entry) {
	if g := r.out.of(s.name); g != nil {
		g.entries = append(g.entries, e)
		return
	}
	r.out.given = append(r.out.given, given{s, []entry{e}})
}

// settle makes the one TARGET that there may be the value of its setting. Faults
// never repeat a surplus one: it may be the tail of a secret that was not quoted.
func (r *flagReader) settle() {
	s := find(r.table, "target")
	switch {
	case len(r.targets) == 0 || r.guess:
	case len(r.targets) > 1:
		r.out.faults.add(r.targets[1].place, fmt.Sprintf(
			"is given %d times; linkvet has no commands and checks one site per run: pass one directory or URL, and quote values that contain spaces", len(r.targets)))
	case r.out.of(s.name) != nil:
		r.out.faults.add(r.targets[0].place, "is given together with --target; pass only one of them")
	default:
		r.give(s, r.targets[0])
	}
}

// settingsPage lists all settings, for users who write no flags.
const settingsPage = "https://github.com/linkvet/linkvet/blob/main/docs/settings.md"

// flagList is where all flags are listed.
const flagList = "--help"

// unknown says that there is no setting called name, and which one was perhaps
// meant: one of the table, or of the others that the source may hold. list is where
// all of them are: --help for flags alone, as in a workflow there are none.
func unknown(name, list string, table []setting, others ...string) string {
	if !slices.Contains(others, rulesKey) && strings.EqualFold(name, rulesKey) {
		return "can be set only in the settings file"
	}
	names := slices.Clone(others)
	for _, s := range table {
		names = append(names, s.name)
	}
	if near := nearest(name, names); near != "" {
		return fmt.Sprintf("unknown setting; did you mean %q?", near)
	}
	return "unknown setting; for all settings, see " + list
}

// nearest returns the name among known that name was perhaps meant to be, or ""
// when none is close. Case and the choice of "-" or "_" count for nothing.
func nearest(name string, known []string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	best, least := "", min(max(1, len(name)/3), 3)+1
	for _, k := range known {
		if d := typo.Distance(name, k, least); d < least {
			best, least = k, d
		}
	}
	return best
}
