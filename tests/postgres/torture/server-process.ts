import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildProgram } from '../../build-program.ts'

/** The command `monotable`, built from the sources. */
export interface BuiltCommand {
  start(address: string): Promise<ServerProcess>
  remove(): void
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** Ends it with SIGKILL, which interrupts whatever it was doing. */
  kill(): Promise<void>
  /** Ends it the way a user does. */
  stop(): Promise<void>
}

/** Builds the command. */
export async function buildCommand(): Promise<BuiltCommand> {
  const source = join(import.meta.dirname, 'monotable.ts')
  // Packages that a starting server does not need.
  const { file, remove } = await buildProgram(source, ['@aws-sdk/*', 'jiti', 'yaml'])
  return { start: (address) => startServer(file, address), remove }
}

async function startServer(program: string, address: string): Promise<ServerProcess> {
  const args = [program, 'serve', '--postgres', address, '--port', '0', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  const { url } = JSON.parse(await firstLine(child)) as { url: string }
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.once('exit', () => reject(new Error('the server ended by itself')))
  })
}
