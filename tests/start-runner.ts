import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bareEnvironment, type Ended } from './run-program.ts'

/** Runs many programs of a language, one after the other. */
export interface Runner {
  run(program: string): Promise<Ended>
  /** Resolves with its exit code, once nothing that a program left behind keeps it alive. */
  close(): Promise<unknown>
}

/** Starts a script that reads a text in JSON on each line, runs what it means, and tells how that ended. */
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

/** Runs programs in Python, each in a process of its own that has what `loading` has loaded. */
export function startPython(loading: string): Runner {
  return startRunner('python3', join(import.meta.dirname, 'run-each.py'), loading)
}

/** The lines of a stream. Node's own `readline` ends one at U+2028, too, in some versions, which JSON has in a line. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
