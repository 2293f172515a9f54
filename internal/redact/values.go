package redact

import "reflect"

// Strings replaces each string that v, a pointer, leads to by what clean makes of it: in
// structs, slices, maps (their keys, too) and pointers. It leaves named types of string
// alone, which hold the program's own words, and does not look behind functions and
// interfaces, nor into fields that are not exported.
func Strings(v any, clean func(string) string) {
	w := walker{clean: clean, visits: map[reflect.Type]visit{}}
	value := reflect.ValueOf(v)
	if each := w.of(value.Type()); each != nil {
		each(value)
	}
}

// walker knows how values of each type are walked, which is worked out once a type: a
// report may hold millions of them.
type walker struct {
	clean  func(string) string
	visits map[reflect.Type]visit
}

// visit walks a value of one type.
type visit func(reflect.Value)

// of returns how values of a type are walked; nil when no string is in them.
func (w *walker) of(t reflect.Type) visit {
	if known, ok := w.visits[t]; ok {
		return known
	}
	// A type may hold itself.
	w.visits[t] = func(v reflect.Value) {
		if each := w.visits[t]; each != nil {
			each(v)
		}
	}
	each := w.make(t)
	w.visits[t] = each
	return each
}

func (w *walker) make(t reflect.Type) visit {
	switch t.Kind() {
	case reflect.String:
		if t != reflect.TypeFor[string]() {
			return nil
		}
		return func(v reflect.Value) {
			if text := v.String(); text != "" {
				if cleaned := w.clean(text); cleaned != text {
					v.SetString(cleaned)
				}
			}
		}
	case reflect.Pointer:
		return w.within(t, func(v reflect.Value, each visit) {
			if !v.IsNil() {
				each(v.Elem())
			}
		})
	case reflect.Slice, reflect.Array:
		return w.within(t, func(v reflect.Value, each visit) {
			for i := range v.Len() {
				each(v.Index(i))
			}
		})
	case reflect.Struct:
		return w.fields(t)
	case reflect.Map:
		return w.entries(t)
	}
	return nil
}

// within returns how a type is walked that consists of elements.
func (w *walker) within(t reflect.Type, walk func(reflect.Value, visit)) visit {
	each := w.of(t.Elem())
	if each == nil {
		return nil
	}
	return func(v reflect.Value) { walk(v, each) }
}

func (w *walker) fields(t reflect.Type) visit {
	type field struct {
		index int
		each  visit
	}
	var all []field
	for i := range t.NumField() {
		if each := w.of(t.Field(i).Type); each != nil && t.Field(i).IsExported() {
			all = append(all, field{i, each})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return func(v reflect.Value) {
		for _, f := range all {
			f.each(v.Field(f.index))
		}
	}
}

// entries walks keys and values of a map. Keys that become the same keep one of their
// values; numbers are added up.
func (w *walker) entries(t reflect.Type) visit {
	ofKey, ofValue := w.of(t.Key()), w.of(t.Elem())
	if ofKey == nil && ofValue == nil {
		return nil
	}
	return func(v reflect.Value) {
		if v.IsNil() {
			return
		}
		out := reflect.MakeMapWithSize(t, v.Len())
		for entry := v.MapRange(); entry.Next(); {
			key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			key.Set(entry.Key())
			value.Set(entry.Value())
			if ofKey != nil {
				ofKey(key)
			}
			if ofValue != nil {
				ofValue(value)
			}
			if old := out.MapIndex(key); old.IsValid() && value.CanInt() {
				value.SetInt(value.Int() + old.Int())
			}
			out.SetMapIndex(key, value)
		}
		v.Set(out)
	}
}
