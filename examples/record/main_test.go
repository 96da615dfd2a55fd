// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

func Example() {
	main()
	// Output:
	// {"first":1,"kind":"quoridor","players":["tree","random"],"moves":["e2","h8v","e3","a2h","e4","e6v","e5","c7v","e6","a5h","e7","f7v","e8","h4v","d9"],"shares":[1,0],"standing":"0 steps to go - 8"}
}
