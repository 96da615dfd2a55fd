package main

func Example() {
	main()
	// Output:
	// b6l5 of 620 legal moves
	//   visits   value margin  line
	//       40   36.9%   -4.1  b6l5 6ar2 84t5
	//       18   35.3%   -4.6  b7t3 94r2
	//       15   34.7%   -5.1  b7t0 95o6
}
