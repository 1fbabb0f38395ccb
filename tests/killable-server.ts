import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'

// The command as it is installed: tests run the last build.
const command = fileURLToPath(new URL('../packages/cli/bin/monotable.js', import.meta.url))

/** The folder of a server, and the options beside those that every test needs. */
export interface KillableOptions {
  readonly folder: string
  readonly args: readonly string[]
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** `monotable serve` on a folder, as a process that can be killed and started again. */
export class KillableServer {
  readonly #options: KillableOptions
  #child: ChildProcess | undefined

  constructor(options: KillableOptions) {
    this.#options = options
  }

  /** Starts the server and returns a client for it that never retries. */
  async start(): Promise<DynamoDBClient> {
    const { folder, args, credentials } = this.#options
    const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } = credentials
    const child = spawn(
      process.execPath,
      [command, 'serve', '--path', 'data', '--port', '0', '--json', ...args],
      {
        cwd: folder,
        env: { ...process.env, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    this.#child = child
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.includes('\n')) break
    }
    const { url } = JSON.parse(output) as { url: string }
    return new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })
  }

  /** Kills the server with SIGKILL, if it is running. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }
}
