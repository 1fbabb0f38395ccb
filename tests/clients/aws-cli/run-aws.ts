import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../run-program.ts'
import { credentials } from '../serve-database.ts'
import { startAws } from './start-aws.ts'

/** The result of one call of the command line. */
export interface AwsResult {
  readonly code: number
  readonly output: unknown
  readonly error: string
}

/** The AWS CLI, pointed at an endpoint and with a home directory of its own. */
export interface AwsCli {
  /** Runs `aws dynamodb …`; arguments that are objects are passed as JSON. */
  run(...words: (string | object)[]): Promise<AwsResult>
  /** As `run`, for calls that must succeed; returns the output, parsed. */
  answer(...words: (string | object)[]): Promise<unknown>
  close(): Promise<void>
}

interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export function connectAwsCli(endpoint: string, region: string, keys: AccessKey = credentials): AwsCli {
  const home = mkdtempSync(join(tmpdir(), 'aws-cli-'))
  const env = cleanEnvironment(home, keys)
  const aws = startAws()
  const run = async (...words: (string | object)[]): Promise<AwsResult> => {
    const texts = words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
    const common = ['--endpoint-url', endpoint, '--region', region, '--output', 'json']
    const { code, output, error } = await aws.call({ words: ['dynamodb', ...texts, ...common], env })
    const isAnswer = code === 0 && output.trim() !== ''
    return { code, output: isAnswer ? JSON.parse(output) : undefined, error: error.trim() }
  }
  return {
    run,
    answer: async (...words) => {
      const { code, output, error } = await run(...words)
      if (code !== 0) throw new TypeError(`aws dynamodb ${String(words[0])} ended with ${code}: ${error}`)
      return output
    },
    close: async () => {
      await aws.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** An environment without the user's configuration and with no credentials but these. */
function cleanEnvironment(home: string, keys: AccessKey): Environment {
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
