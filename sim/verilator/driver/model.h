// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// model.h -- what the C++ of every model includes, precompiled once for all of them.
#ifndef TESSERA_MODEL_H
#define TESSERA_MODEL_H

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

#include "verilated.h"

#endif
