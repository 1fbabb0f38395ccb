# Runs the programs that it reads, a line of JSON each, every one in a process of its own that has boto3 already: to
# load that takes longer than all that a program does.
import json
import os
import sys
import tempfile
import traceback

import boto3  # noqa: F401

for line in sys.stdin:
    output, error = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    child = os.fork()
    if child == 0:
        os.dup2(output.fileno(), 1)
        os.dup2(error.fileno(), 2)
        code = 0
        try:
            exec(compile(json.loads(line), "program", "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    ended = {"code": 0 if os.waitpid(child, 0)[1] == 0 else 1}
    for name, file in (("output", output), ("error", error)):
        file.seek(0)
        ended[name] = file.read().decode()
        file.close()
    print(json.dumps(ended), flush=True)
