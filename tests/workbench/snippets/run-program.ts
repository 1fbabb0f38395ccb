import { execFile } from 'node:child_process'

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

/** Runs a program to its end, in an environment without anyone's AWS configuration. */
export function runProgram({ command, words, input }: Program): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    AWS_PAGER: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    NODE_NO_WARNINGS: '1',
  }
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
