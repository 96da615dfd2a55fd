// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// SpecError reports a wrong specification.
type SpecError struct {
	Spec string
	Err  error
}

func (e *SpecError) Error() string { return fmt.Sprintf("player %q: %v", e.Spec, e.Err) }

// Unwrap returns the fault in the specification.
func (e *SpecError) Unwrap() error { return e.Err }

// Resource is a file, program, host or device that a player opens.
type Resource struct {
	Kind ResourceKind
	Name string // the command of a program, the path of a file or a port, the address of a host
}

func (r Resource) String() string { return string(r.Kind) + " " + r.Name }

// ResourceKind is a sort of resource.
type ResourceKind string

// The sorts of resources.
const (
	Program ResourceKind = "program"
	File    ResourceKind = "file"
	Host    ResourceKind = "host"
	Serial  ResourceKind = "serial"
)

// Options are the options of a specification. Its methods read them by name, and note the first
// error and the names, so that Game.New can refuse options that the player has not read.
type Options struct {
	values map[string]string
	known  []string
	first  error
}

// parseOptions reads the text after the colon of a specification, if there is one: options, or one
// text for Options.Raw.
func parseOptions(text string, present, raw bool) (*Options, error) {
	o := &Options{values: map[string]string{}}
	switch {
	case raw:
		o.values["raw"] = text
		return o, nil
	case !present:
		return o, nil
	}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("option %q, want name=value", part)
		}
		if _, twice := o.values[key]; twice {
			return nil, fmt.Errorf("option %s is given twice", key)
		}
		o.values[key] = value
	}
	return o, nil
}

// WithOption returns a specification with an option set, and without others. The specification
// must not be of a kind that is Raw.
func WithOption(spec, key, value string, without ...string) string {
	name, rest, hasOptions := strings.Cut(spec, ":")
	var kept []string
	if hasOptions {
		for part := range strings.SplitSeq(rest, ",") {
			if k, _, _ := strings.Cut(part, "="); k != key && !slices.Contains(without, k) {
				kept = append(kept, part)
			}
		}
	}
	return name + ":" + strings.Join(append(kept, key+"="+value), ",")
}

// Raw returns the text after the colon of a kind that takes it unchanged.
func (o *Options) Raw() string {
	v, _ := o.value("raw")
	return v
}

// Err returns an error about the first wrong value, or about an option that the player does not
// have. Game.New calls it. A player that is costly to make also calls it itself, after it has read
// all its options.
func (o *Options) Err() error {
	if o.first != nil {
		return o.first
	}
	for _, key := range slices.Sorted(maps.Keys(o.values)) {
		if !slices.Contains(o.known, key) {
			if len(o.known) == 0 {
				return fmt.Errorf("unknown option %q, the player has none", key)
			}
			return fmt.Errorf("unknown option %q, want one of %s", key, strings.Join(o.known, ", "))
		}
	}
	return nil
}

func (o *Options) value(key string) (string, bool) {
	o.known = append(o.known, key)
	v, ok := o.values[key]
	return v, ok
}

// Given reports whether an option is set.
func (o *Options) Given(key string) bool {
	_, ok := o.values[key]
	return ok
}

// Value returns the text of an option, "" if it is not set. A call does not make the option known:
// Err still refuses an option that no other method has read.
func (o *Options) Value(key string) string { return o.values[key] }

// Wrong notes that the value of an option is wrong.
func (o *Options) Wrong(key, value, want string) {
	if o.first == nil {
		o.first = fmt.Errorf("option %s=%q, want %s", key, value, want)
	}
}

// Fail reports options that do not go together.
func (o *Options) Fail(what string) {
	if o.first == nil {
		o.first = errors.New(what)
	}
}

// Int returns the value of an option that lies in low..high.
func (o *Options) Int(key string, otherwise, low, high int) int {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		o.Wrong(key, v, fmt.Sprintf("%d..%d", low, high))
		return otherwise
	}
	return n
}

// Float returns the value of an option that lies in low..high.
func (o *Options) Float(key string, otherwise, low, high float64) float64 {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil || !(x >= low && x <= high) {
		o.Wrong(key, v, fmt.Sprintf("%g..%g", low, high))
		return otherwise
	}
	return x
}

// Duration returns the value of an option that is a time, more than 0; 0 if it is not set.
func (o *Options) Duration(key string) time.Duration {
	v, ok := o.value(key)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		o.Wrong(key, v, "a time such as 500ms or 2s")
		return 0
	}
	return d
}

// Uint64 returns the value of an option that is a whole number, 0 or more.
func (o *Options) Uint64(key string, otherwise uint64) uint64 {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		o.Wrong(key, v, "a whole number, 0 or more")
		return otherwise
	}
	return n
}

// Bool returns the value of an option that is true or false.
func (o *Options) Bool(key string, otherwise bool) bool {
	return o.Choice(key, strconv.FormatBool(otherwise), "true", "false") == "true"
}

// Choice returns the value of an option that is one of the given words.
func (o *Options) Choice(key, otherwise string, words ...string) string {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	if !slices.Contains(words, v) {
		o.Wrong(key, v, strings.Join(words, " or "))
		return otherwise
	}
	return v
}

// Text returns the value of an option that can be any text.
func (o *Options) Text(key, otherwise string) string {
	if v, ok := o.value(key); ok {
		return v
	}
	return otherwise
}
