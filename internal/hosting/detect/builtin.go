package detect

import "github.com/linkvet/linkvet/internal/hosting"

// MayAnswer reports whether the host, or one that it may be, answers a path itself with
// any deployment: with its scripts, functions or login. The path is
// percent-decoded and begins with a slash.
func (c Choice) MayAnswer(path string) bool {
	if c.Assumed {
		return hosting.AnswersItself("", path)
	}
	return hosting.AnswersItself(c.Profile.Name(), path)
}
