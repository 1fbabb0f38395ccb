import { execFile } from 'node:child_process'

/** What a program printed, and how it ended. */
export interface Ended {
  readonly code: number
  readonly output: string
  readonly error: string
}

interface Program {
  readonly command: string
  readonly words: readonly string[]
  /** The whole environment. */
  readonly env?: Environment
  /** Standard input. */
  readonly input?: string
}

/** The variables that a program sees. */
export type Environment = { readonly [name: string]: string }

/** An environment without anyone's AWS configuration. */
export const bareEnvironment: Environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  AWS_PAGER: '',
  AWS_EC2_METADATA_DISABLED: 'true',
  NODE_NO_WARNINGS: '1',
}

/** Runs a program to its end. */
export function runProgram({ command, words, env = bareEnvironment, input = '' }: Program): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      command,
      words,
      { env, encoding: 'utf8', maxBuffer: 1 << 26 },
      (failure, output, error) =>
        resolve({ code: failure === null ? 0 : Number(failure.code ?? 1), output, error }),
    )
    child.stdin?.end(input)
  })
}
