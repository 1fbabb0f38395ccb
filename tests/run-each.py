# Reads programs, one JSON string per line, and runs each in a process forked after the program in the first argument
# has run: what that program loads takes longer to load than the others take to run.
import contextlib
import io
import json
import os
import sys
import tempfile
import traceback

with contextlib.redirect_stdout(io.StringIO()):
    exec(compile(sys.argv[1], "loading", "exec"), {"__name__": "loading"})

for line in sys.stdin:
    output, error = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    child = os.fork()
    if child == 0:
        os.dup2(output.fileno(), 1)
        os.dup2(error.fileno(), 2)
        code = 0
        try:
            exec(compile(json.loads(line), "program", "exec"), {"__name__": "__main__"})
        except SystemExit as ended:
            code = ended.code or 0
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    ended = {"code": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}
    for name, file in (("output", output), ("error", error)):
        file.seek(0)
        ended[name] = file.read().decode()
        file.close()
    print(json.dumps(ended), flush=True)
