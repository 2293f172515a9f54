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

// submitsByGet reports whether a button requests its formaction by GET; f is the form
// that it is in. A button that belongs to another form of the page does so only when
// it says so itself.
func (t *tag) submitsByGet(f form) bool {
	kind, _ := t.get(attrType)
	if t.element.name == "input" && !ascii.EqualFold(kind, "submit") && !ascii.EqualFold(kind, "image") {
		return false
	}
	if ascii.EqualFold(kind, "button") || ascii.EqualFold(kind, "reset") {
		return false
	}
	if method, ok := t.get(attrFormmethod); ok {
		return methodForm(method) == getForm
	}
	return !t.have.has(attrForm) && f == getForm
}
