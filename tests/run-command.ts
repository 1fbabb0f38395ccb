import { main } from '../packages/cli/src/main.ts'
import { bareEnvironment } from './run-program.ts'

/** What a command printed, and the exit code that it would have ended with. */
export interface CommandEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs the command in this process, from its sources, as if it had been started in a folder. A separate process takes
 * several times as long; use one for tests about the process itself, its pipes and signals, and for one call of each
 * command as built. Only one call may run at a time.
 */
export async function runCommand(folder: string, args: readonly string[]): Promise<CommandEnd> {
  const { env } = process
  const cwd = process.cwd()
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
  const heard = signals.map((signal) => process.listeners(signal))
  process.env = { ...bareEnvironment }
  process.chdir(folder)
  try {
    const code = await main(args)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    process.chdir(cwd)
    process.env = env
    stdout.release()
    stderr.release()
    // A command may leave signal listeners that expect the process to end, which it does not here.
    signals.forEach((signal, at) => {
      for (const listener of process.listeners(signal))
        if (!heard[at]?.includes(listener)) process.off(signal, listener)
    })
  }
}

/** Captures what is written to a stream until it is released. */
function capture(stream: NodeJS.WriteStream) {
  const { write } = stream
  const chunks: Buffer[] = []
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done as () => void)
    return true
  }
  return {
    text: () => Buffer.concat(chunks).toString(),
    release: () => {
      stream.write = write
    },
  }
}
