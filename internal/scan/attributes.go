package scan

// attribute is the name of an attribute that matters here.
type attribute uint8

// The attributes that matter here. noAttribute stands for all others.
const (
	noAttribute attribute = iota
	attrAction
	attrAlt
	attrBackground
	attrCite
	attrColor
	attrContent
	attrData
	attrDataSrc
	attrDataSrcset
	attrEncoding
	attrFace
	attrForm
	attrFormaction
	attrFormmethod
	attrHref
	attrHTTPEquiv
	attrID
	attrIgnore
	attrImagesrcset
	attrItemprop
	attrLongdesc
	attrManifest
	attrMethod
	attrName
	attrPing
	attrPoster
	attrProoferIgnore
	attrProperty
	attrRel
	attrShadowrootmode
	attrSize
	attrSrc
	attrSrcdoc
	attrSrcset
	attrStyle
	attrType
	attrUsemap
	attrXlinkHref
)

// attributeNames are their names in lower case.
var attributeNames = [...]string{
	attrAction:         "action",
	attrAlt:            "alt",
	attrBackground:     "background",
	attrCite:           "cite",
	attrColor:          "color",
	attrContent:        "content",
	attrData:           "data",
	attrDataSrc:        "data-src",
	attrDataSrcset:     "data-srcset",
	attrEncoding:       "encoding",
	attrFace:           "face",
	attrForm:           "form",
	attrFormaction:     "formaction",
	attrFormmethod:     "formmethod",
	attrHref:           "href",
	attrHTTPEquiv:      "http-equiv",
	attrID:             "id",
	attrIgnore:         "data-linkvet-ignore",
	attrImagesrcset:    "imagesrcset",
	attrItemprop:       "itemprop",
	attrLongdesc:       "longdesc",
	attrManifest:       "manifest",
	attrMethod:         "method",
	attrName:           "name",
	attrPing:           "ping",
	attrPoster:         "poster",
	attrProoferIgnore:  "data-proofer-ignore",
	attrProperty:       "property",
	attrRel:            "rel",
	attrShadowrootmode: "shadowrootmode",
	attrSize:           "size",
	attrSrc:            "src",
	attrSrcdoc:         "srcdoc",
	attrSrcset:         "srcset",
	attrStyle:          "style",
	attrType:           "type",
	attrUsemap:         "usemap",
	attrXlinkHref:      "xlink:href",
}

// attributeTable finds them.
var attributeTable = newNameTable(attributeNames[:])

// String returns the name in lower case; "" for noAttribute.
func (a attribute) String() string { return attributeNames[a] }

// attributes is a set of them: bit n stands for attribute n.
type attributes uint64

// setOf returns the set of those attributes.
func setOf(all ...attribute) attributes {
	var set attributes
	for _, a := range all {
		set |= 1 << a
	}
	return set
}

// has reports whether a is in the set.
func (set attributes) has(a attribute) bool { return set>>a&1 != 0 }
