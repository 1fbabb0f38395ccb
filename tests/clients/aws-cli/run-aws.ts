import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { credentials } from '../serve-database.ts'

/** What one call of the command line left. */
export interface AwsResult {
  readonly code: number
  readonly output: unknown
  readonly error: string
}

/** The AWS CLI pointed at an endpoint, in a home of its own. */
export interface AwsCli {
  /** Runs `aws dynamodb …`; objects among the arguments are given as JSON. */
  run(...words: (string | object)[]): Promise<AwsResult>
  /** As `run`, for calls that must succeed: gives what was printed, parsed. */
  answer(...words: (string | object)[]): Promise<unknown>
  close(): void
}

interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The version of the AWS CLI on this machine, or undefined when there is none. */
export function findAwsVersion(): string | undefined {
  try {
    return execFileSync('aws', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch {
    return undefined
  }
}

export function connectAwsCli(endpoint: string, region: string, keys: AccessKey = credentials): AwsCli {
  const home = mkdtempSync(join(tmpdir(), 'aws-cli-'))
  const env = cleanEnvironment(home, keys)
  const run = (...words: (string | object)[]): Promise<AwsResult> => {
    const texts = words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
    const common = ['--endpoint-url', endpoint, '--region', region, '--output', 'json']
    return new Promise((resolve) => {
      execFile(
        'aws',
        ['dynamodb', ...texts, ...common],
        { env, encoding: 'utf8' },
        (failure, stdout, stderr) => {
          const code = failure === null ? 0 : Number(failure.code)
          resolve({
            code,
            output: code === 0 && stdout.trim() !== '' ? JSON.parse(stdout) : undefined,
            error: stderr.trim(),
          })
        },
      )
    })
  }
  return {
    run,
    answer: async (...words) => {
      const { code, output, error } = await run(...words)
      if (code !== 0) throw new TypeError(`aws dynamodb ${String(words[0])} ended with ${code}: ${error}`)
      return output
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Nothing of the user's own configuration, and no other credentials. */
function cleanEnvironment(home: string, keys: AccessKey): { [name: string]: string } {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_PAGER: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(home, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(home, 'credentials'),
  }
}
