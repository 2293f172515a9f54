package github

import (
	"strings"
	"unicode"
)

// command is a workflow command as the runner understands it.
type command struct {
	Name   string
	Fields map[string]string
	Data   string
}

// obeyed reads output as the runner does, line by line, and returns the commands
// that it would act on. It is written apart from the code under test.
func obeyed(output string) []command {
	var all []command
	output = strings.TrimPrefix(output, "\ufeff")
	for _, line := range strings.FieldsFunc(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if c, ok := newForm(line); ok {
			all = append(all, c)
		} else if c, ok := oldForm(line); ok {
			all = append(all, c)
		}
	}
	return all
}

// newForm reads ::name key=value,key=value::data at the beginning of a line.
func newForm(line string) (command, bool) {
	line = strings.TrimFunc(line, unicode.IsSpace)
	if !strings.HasPrefix(line, "::") {
		return command{}, false
	}
	head, data, ok := strings.Cut(line[2:], "::")
	if !ok {
		return command{}, false
	}
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace
	name, fields, _ := strings.Cut(head, " ")
	c := command{Name: strings.ToLower(name), Data: unescape(data)}
	for pair := range strings.SplitSeq(strings.TrimSpace(fields), ",") {
		if k, v, ok := strings.Cut(pair, "="); ok && v != "" {
			if c.Fields == nil {
				c.Fields = map[string]string{}
			}
			c.Fields[strings.ToLower(k)] = unescape(v)
		}
	}
	return c, true
}

// oldForm reads ##[name key=value;key=value]data anywhere in a line.
func oldForm(line string) (command, bool) {
	_, rest, ok := strings.Cut(line, "##[")
	if !ok {
		return command{}, false
	}
	head, data, ok := strings.Cut(rest, "]")
	name, _, _ := strings.Cut(head, " ")
	return command{Name: strings.ToLower(name), Data: data}, ok
}

// outputs reads a file of outputs as the runner does; nil is a fault.
func outputs(file string) map[string]string {
	all := map[string]string{}
	for file != "" {
		line, rest, ok := strings.Cut(file, "\n")
		if !ok {
			return nil
		}
		file = rest
		equals, heredoc := strings.Index(line, "="), strings.Index(line, "<<")
		switch {
		case line == "":
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			all[line[:equals]] = line[equals+1:]
		case heredoc >= 0:
			end := "\n" + line[heredoc+2:] + "\n"
			at := strings.Index("\n"+file, end)
			if at < 0 {
				return nil
			}
			all[line[:heredoc]] = strings.TrimSuffix(file[:at], "\n")
			file = file[at+len(end)-1:]
		default:
			return nil
		}
	}
	return all
}
