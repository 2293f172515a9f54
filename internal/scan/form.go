package scan

import "github.com/linkvet/linkvet/internal/scan/ascii"

// form says what the tag that submits a form would do.
type form uint8

const (
	noForm form = iota
	getForm
	otherForm // posts, or closes a dialog
)

// formMethod returns what a <form> does when it is submitted.
func (t *tag) formMethod() form {
	method, _ := t.get(attrMethod)
	return methodForm(method)
}

// methodForm reads a method or formmethod attribute. Unknown methods are GET.
func methodForm(method string) form {
	if ascii.EqualFold(method, "post") || ascii.EqualFold(method, "dialog") {
		return otherForm
	}
	return getForm
}

// isGetForm tells whether the <form> asks for its action by GET.
func isGetForm(s *scanner) bool { return s.form == getForm }

// submitsByGet tells whether a button asks for its formaction by GET. One that
// belongs to a form elsewhere in the page does so only when it says it itself.
func submitsByGet(s *scanner) bool {
	kind, _ := s.tag.get(attrType)
	if s.tag.element.name == "input" && !ascii.EqualFold(kind, "submit") && !ascii.EqualFold(kind, "image") {
		return false
	}
	if ascii.EqualFold(kind, "button") || ascii.EqualFold(kind, "reset") {
		return false
	}
	if method, ok := s.tag.get(attrFormmethod); ok {
		return methodForm(method) == getForm
	}
	return !s.tag.have.has(attrForm) && s.form == getForm
}
