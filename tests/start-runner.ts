import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bareEnvironment, type Ended } from './run-program.ts'

/** Runs many programs of one language, one after the other. */
export interface Runner {
  run(program: string): Promise<Ended>
  /** Resolves with the runner's exit code, once nothing that a program started keeps it alive. */
  close(): Promise<unknown>
}

/** Starts a script that reads a JSON string per line, runs it as a program, and writes how that ended. */
export function startRunner(command: string, ...words: readonly string[]): Runner {
  const child = spawn(command, words, { env: bareEnvironment, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const answers = linesOf(child.stdout)
  return {
    run: async (program) => {
      child.stdin.write(`${JSON.stringify(program)}\n`)
      const { value } = await answers.next()
      return JSON.parse(value as string) as Ended
    },
    close: async () => {
      child.stdin.end()
      const [code] = await ended
      return code
    },
  }
}

/** Starts a runner of Python programs, each in a forked process that already has what `loading` has loaded. */
export function startPython(loading: string): Runner {
  return startRunner('python3', join(import.meta.dirname, 'run-each.py'), loading)
}

/** The lines of a stream. In some versions Node's own `readline` also splits at U+2028, which JSON may contain. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
