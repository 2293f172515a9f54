package redact

import "reflect"

// Strings replaces each string that v, a pointer, leads to by what clean makes of it: in
// structs, slices, maps (their keys, too) and pointers. It leaves named types of string
// alone, which hold the program's own words, and does not look behind functions and
// interfaces, nor into fields that are not exported.
func Strings(v any, clean func(string) string) { walk(reflect.ValueOf(v), clean) }

func walk(v reflect.Value, clean func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(clean(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), clean)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), clean)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walk(v.Field(i), clean)
			}
		}
	case reflect.Map:
		walkMap(v, clean)
	}
}

// walkMap walks the keys and values of a map. Keys that become the same keep one of their
// values; numbers are added up.
func walkMap(v reflect.Value, clean func(string) string) {
	if v.IsNil() {
		return
	}
	out := reflect.MakeMapWithSize(v.Type(), v.Len())
	for entry := v.MapRange(); entry.Next(); {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(entry.Key())
		value.Set(entry.Value())
		walk(key, clean)
		walk(value, clean)
		if old := out.MapIndex(key); old.IsValid() && value.CanInt() {
			value.SetInt(value.Int() + old.Int())
		}
		out.SetMapIndex(key, value)
	}
	v.Set(out)
}
