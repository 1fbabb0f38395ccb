import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface Ended {
  readonly code: number
  readonly output: string
  readonly error: string
}

interface Program {
  readonly command: string
  readonly words: readonly string[]
  /** What it reads. */
  readonly input?: string
}

/** Without anyone's AWS configuration. */
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  AWS_PAGER: '',
  AWS_EC2_METADATA_DISABLED: 'true',
  NODE_NO_WARNINGS: '1',
}

/** Runs a program to its end. */
export function runProgram({ command, words, input }: Program): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      words,
      { env, encoding: 'utf8', maxBuffer: 1 << 26 },
      (failure, output, error) =>
        resolve({ code: failure === null ? 0 : Number(failure.code ?? 1), output, error }),
    )
    child.stdin?.end(input ?? '')
  })
}

/** Runs many programs of a language, one after the other. */
export interface Runner {
  run(program: string): Promise<Ended>
  /** Resolves with its exit code, once nothing that a program left behind keeps it alive. */
  close(): Promise<unknown>
}

/** Starts a script that reads a text in JSON on each line, runs what it means, and tells how that ended. */
export function startRunner(command: string, script: string): Runner {
  const child = spawn(command, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
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

/** The lines of a stream. Node's own `readline` ends one at U+2028, too, in some versions, which JSON has in a line. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
