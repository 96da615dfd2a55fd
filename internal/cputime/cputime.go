// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package cputime returns processor time as the kernel counts it: on a shared machine it is more
// reliable than the elapsed time. All functions return 0 on systems that do not count it.
package cputime
