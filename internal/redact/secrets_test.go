package redact

import (
	"reflect"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// secretsOf are secrets as a run knows them.
func secretsOf(all ...string) *Secrets {
	s := &Secrets{}
	s.redactor.Store(newRedactor(all...))
	return s
}

// User info is left out although the run knows no secret.
func TestUserInfoWithoutASecret(t *testing.T) {
	t.Parallel()
	r := &link.Report{Findings: []link.Finding{{Target: "/lost?u=https://user:pa55@a.test/", Message: "x"}}}
	OfCall(nil, nil).Redact(r)
	if f := r.Findings[0]; strings.Contains(f.Target, "pa55") || f.Message != "x" {
		t.Errorf("got %q and %q", f.Target, f.Message)
	}
}

// No text of a report holds a secret, or is longer than a text of a stranger may be.
func TestEveryTextOfAReportIsRedacted(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	r := &link.Report{}
	planted := 0
	plant(reflect.ValueOf(r).Elem(), token, &planted)
	if planted < 20 {
		t.Fatalf("%d texts of a report hold the secret; the test misses some", planted)
	}
	secretsOf(token).Redact(r)
	if len(r.Redirects) < 2*link.MaxString {
		t.Error("the rules for redirects are cut")
	}
	r.Redirects = ""
	for _, text := range holding(reflect.ValueOf(r).Elem(), "") {
		if len(text) > link.MaxString {
			t.Errorf("a text has %d bytes", len(text))
		}
	}
	if left := holding(reflect.ValueOf(r).Elem(), token); len(left) > 0 {
		t.Errorf("these show the secret: %q", left)
	}
}

// plant gives each text that v holds a secret, and each list and map an item.
func plant(v reflect.Value, secret string, planted *int) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString("x=" + secret + strings.Repeat("<é", link.MaxString))
			*planted++
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		plant(v.Elem(), secret, planted)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				plant(v.Field(i), secret, planted)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		plant(v.Index(0), secret, planted)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		plant(key, secret, planted)
		plant(value, secret, planted)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	}
}

// holding returns the texts within v that hold a secret.
func holding(v reflect.Value, secret string) []string {
	var all []string
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), secret) {
			all = append(all, v.String())
		}
	case reflect.Pointer:
		all = append(all, holding(v.Elem(), secret)...)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				all = append(all, holding(v.Field(i), secret)...)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, holding(v.Index(i), secret)...)
		}
	case reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			all = append(all, append(holding(entry.Key(), secret), holding(entry.Value(), secret)...)...)
		}
	}
	return all
}
