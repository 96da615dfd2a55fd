// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package plural puts numbers of things into words.
package plural

import "fmt"

// Count returns a number of things in words, such as "1 box" of "box" and "boxes".
func Count[N int | int64 | uint64](n N, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
