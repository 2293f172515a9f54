package scan

import (
	"net/http"
	"strings"
)

// LooksLikeHTML tells whether a browser that is not told what src is would take
// it for HTML. It needs no more than the first 512 bytes.
func LooksLikeHTML(src []byte) bool {
	return strings.HasPrefix(http.DetectContentType(src), "text/html")
}
