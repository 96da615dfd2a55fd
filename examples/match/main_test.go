// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

func Example() {
	main()
	// Output:
	// won 36, drawn 0, lost 4: Elo +381.7 (+195.5 to +550.6)
}
