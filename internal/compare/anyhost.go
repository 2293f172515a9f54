package compare

import "github.com/linkvet/linkvet/internal/weburl"

// anyHost stands for the place of a site of which only paths are known.
var anyHost = weburl.URL{Scheme: "https", Host: "linkvet.invalid", Path: "/"}
