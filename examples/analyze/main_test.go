// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

func Example() {
	main()
	// Output:
	// b6l5 of 620 legal moves
	//   visits   value margin  line
	//       41   39.6%   -3.2  b6l5 8ar3 85t2
	//       21   34.1%   -5.0  b7t3 95o6 69o6
	//       15   36.1%   -4.4  a7l1 94l7 c5o5
}
