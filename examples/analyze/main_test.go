// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

func Example() {
	main()
	// Output:
	// b7t3 of 620 legal moves
	//   visits   value margin  line
	//       28   35.7%   -4.5  b7t3 95o6
	//       22   35.4%   -4.9  b6l5 8ar3
	//       20   36.0%   -4.6  a7l1 94l7
}
