package config

import (
	"fmt"
	"strings"
)

// asked has the flags that are no settings: they ask for something other than a check.
type asked struct {
	help, version, dump bool
	print               string
}

// flagReader goes through the command line once.
type flagReader struct {
	table   []Setting
	args    []string
	next    int // index of the argument after the one in hand
	out     reading
	asked   asked
	targets []entry
	// guess is set once an unknown flag stood apart from what may be its value:
	// the number of targets says nothing then.
	guess bool
}

// readFlags reads the command line: --name=value, --name value (one dash will
// do), --name alone for a boolean, and TARGET. "--" ends the flags.
func readFlags(args []string, table []Setting) (reading, asked) {
	r := &flagReader{table: table, args: args}
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
	switch s := find(r.table, name); {
	case name == "help" || name == "h" || name == "version" || name == "dump":
		if attached {
			r.out.faults.add(p, "takes no value")
			return
		}
		r.asked.help = r.asked.help || name == "help" || name == "h"
		r.asked.version = r.asked.version || name == "version"
		r.asked.dump = r.asked.dump || name == "dump"
	case name == "print":
		r.print(p, value, attached)
	case s == nil:
		r.guess = r.guess || !attached
		r.out.faults.add(p, unknown(name, flagList, r.table))
	case s.Secret:
		r.refuse(p, attached)
	case attached:
		r.give(s, entry{value, p})
	case s.boolean():
		r.give(s, entry{r.truth(), p})
	case r.next < len(r.args) && !flagLike(r.args[r.next]):
		r.give(s, entry{r.args[r.next], p})
		r.next++
	default:
		r.out.faults.add(p, fmt.Sprintf("needs a value; write --%s=%s", s.Name, s.Value))
	}
}

// print takes what --print is to print, which may be the next argument.
func (r *flagReader) print(p place, what string, attached bool) {
	if !attached && r.next < len(r.args) && !flagLike(r.args[r.next]) {
		what = r.args[r.next]
		r.next++
	}
	what, err := parsePrint(what)
	if err != nil {
		r.out.faults.add(p, err.Error())
		return
	}
	r.asked.print = what
}

// refuse refuses a flag whose value is a secret, and takes the value: it is no TARGET.
func (r *flagReader) refuse(p place, attached bool) {
	r.out.faults.add(p, "must not be a flag, because other processes see arguments; set the environment variable GITHUB_TOKEN")
	if !attached && r.next < len(r.args) && !flagLike(r.args[r.next]) {
		r.next++
	}
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
func (r *flagReader) give(s *Setting, e entry) {
	for i := range r.out.given {
		if r.out.given[i].setting == s {
			r.out.given[i].entries = append(r.out.given[i].entries, e)
			return
		}
	}
	r.out.given = append(r.out.given, given{s, []entry{e}})
}

// settle makes the one TARGET that there may be the value of its setting. Faults
// never repeat a surplus one: it may be the tail of a secret that was not quoted.
func (r *flagReader) settle() {
	if len(r.targets) == 0 || r.guess {
		return
	}
	s := find(r.table, "target")
	if len(r.targets) > 1 {
		r.out.faults.add(r.targets[1].place, fmt.Sprintf("is given %d times; %s", len(r.targets), r.surplus()))
		return
	}
	for _, g := range r.out.given {
		if g.setting == s {
			r.out.faults.add(r.targets[0].place, "is given together with --target; pass only one of them")
			return
		}
	}
	r.give(s, r.targets[0])
}

// surplus says what to do about a second target.
func (r *flagReader) surplus() string {
	for _, t := range r.targets[:2] {
		switch t.text {
		case "check", "crawl", "lint", "linkvet", "run", "scan", "test", "verify":
			return fmt.Sprintf("linkvet has no commands: remove %q", t.text)
		}
		if _, err := parseBool(t.text); err == nil {
			return fmt.Sprintf("write --NAME=%s instead of --NAME %[1]s", t.text)
		}
	}
	return "pass one target, and quote values that contain spaces"
}
