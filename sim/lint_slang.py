# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Lints each Verilog module with slang as a top of its own: lint_slang.py FOLDER... -- MODULE.v...

The folders hold include files and the modules that others instantiate. Any error or warning is
printed, and the exit status is then 1.
"""

import pathlib
import sys

from pyslang.driver import Driver

OPTIONS = "--std 1364-2005 -Wextra -Werror"


def lint(module, folders):
    driver = Driver()
    driver.addStandardArgs()
    search = " ".join(f"-I{folder} -y {folder}" for folder in folders)
    line = f"slang {OPTIONS} {search} --top {pathlib.Path(module).stem} {module}"
    if not (driver.parseCommandLine(line) and driver.processOptions() and driver.parseAllSources()):
        return False
    driver.reportCompilation(driver.createCompilation(), True)
    return driver.reportDiagnostics(True)


if __name__ == "__main__":
    at = sys.argv.index("--")
    folders, modules = sys.argv[1:at], sys.argv[at + 1 :]
    sys.exit(0 if all([lint(module, folders) for module in modules]) else 1)
