import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliSnippet } from '../../../packages/workbench/src/shared/snippets/cli-snippet.ts'
import { dataOperations } from '../../../packages/workbench/src/shared/snippets/operation-shapes.ts'
import { pythonSnippet } from '../../../packages/workbench/src/shared/snippets/python-snippet.ts'
import { sdkSnippet } from '../../../packages/workbench/src/shared/snippets/sdk-snippet.ts'
import type { SnippetCall, SnippetTarget } from '../../../packages/workbench/src/shared/snippets/snippet.ts'
import { readAwsCall } from '../../clients/aws-cli/read-aws-call.ts'
import { type Aws, awsVersion, startAws } from '../../clients/aws-cli/start-aws.ts'
import { runCompiler } from '../../run-compiler.ts'
import type { Ended } from '../../run-program.ts'
import { type Runner, startPython, startRunner } from '../../start-runner.ts'
import { calls } from './calls.ts'
import { setStage } from './stage.ts'

const root = join(import.meta.dirname, '../../..')
const boto3 = findBoto3()
const bySdk = calls.map((call) => [call.title, call] as const)
/** The AWS CLI and boto3 know new operations only after an update. */
const known = bySdk.filter(([, call]) => call.isNew !== true)
const withoutBinary = known.filter(([, call]) => call.binary !== true)

/** Compares two runs on equal databases: the answer and the contents after the call itself and after a program. */
async function compare(call: SnippetCall, run: (target: SnippetTarget) => Promise<unknown>): Promise<void> {
  const [plain, copied] = await Promise.all([setStage(), setStage()])
  try {
    const expected = await plain.send(call.operation, call.input)
    const given = await run({ endpoint: copied.url, region: 'us-east-1' })
    expect(given).toEqual(expected)
    expect(await copied.contents()).toEqual(await plain.contents())
  } finally {
    await Promise.all([plain.close(), copied.close()])
  }
}

describe('copied code runs', () => {
  it('there is a call of every operation', () => {
    expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(dataOperations))
  })

  describe('by the AWS SDK v3', () => {
    let folder: string
    let runner: Runner
    beforeAll(() => {
      // Inside the project, so that copied code finds the SDK.
      folder = mkdtempSync(join(root, 'node_modules/.monotable-snippets-'))
      runner = startRunner(process.execPath, join(import.meta.dirname, 'run-each.mjs'))
    })
    afterAll(async () => {
      rmSync(folder, { recursive: true })
      expect(await runner.close()).toBe(0)
    })

    it.each(bySdk)('%s', async (title, call) => {
      await compare(call, async (target) => {
        const program = await transform(`${sdkSnippet(call, target)}${reportOutput}`, { loader: 'ts' })
        const file = join(folder, `${title.replaceAll(' ', '-')}.mjs`)
        writeFileSync(file, program.code)
        return readReport(await runner.run(pathToFileURL(file).href))
      })
    })
  })

  it('TypeScript reports nothing about any of them', () => {
    const folder = mkdtempSync(join(root, 'tests/workbench/snippets-'))
    try {
      for (const [place, call] of calls.entries()) {
        const code = sdkSnippet(call, { endpoint: 'http://127.0.0.1:8000', region: 'us-east-1' })
        writeFileSync(join(folder, `call-${place}.ts`), code)
      }
      const config = {
        extends: '../../../tsconfig.base.json',
        compilerOptions: { composite: false, noEmit: true },
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      expect(runCompiler(folder)).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  describe(`by the AWS CLI (${awsVersion ?? 'skipped: no command "aws" here'})`, {
    skip: awsVersion === undefined,
  }, () => {
    let aws: Aws
    beforeAll(() => {
      aws = startAws()
    })
    afterAll(() => aws.close())
    const run = async (call: SnippetCall, target: SnippetTarget): Promise<Ended> =>
      aws.call(await readAwsCall(cliSnippet(call, target)))

    it.each(withoutBinary)('%s', async (_, call) => {
      await compare(call, async (target) => {
        const ended = await run(call, target)
        expect(ended.error).toBe('')
        return ended.output.trim() === '' ? {} : JSON.parse(ended.output)
      })
    })

    it('version 1, which would store other bytes, refuses a command with binary values', async () => {
      const stage = await setStage()
      const call = calls.find(({ binary }) => binary) ?? { operation: '', input: {} }
      const ended = await run(call, { endpoint: stage.url, region: 'us-east-1' })
      const before = await stage.contents()
      if (awsVersion?.startsWith('aws-cli/1.')) {
        expect(ended.code).not.toBe(0)
        expect(ended.error).toContain('--cli-binary-format')
      } else expect(JSON.stringify(before)).toContain('/wD+AQ==')
      await stage.close()
    })
  })

  describe(`by Python (${boto3 ?? 'skipped: no python3 with boto3 here'})`, {
    skip: boto3 === undefined,
  }, () => {
    let runner: Runner
    beforeAll(() => {
      runner = startPython(loadingBoto3)
    })
    afterAll(async () => expect(await runner.close()).toBe(0))

    it.each(known)('%s', async (_, call) => {
      await compare(call, async (target) =>
        readReport(await runner.run(`${pythonSnippet(call, target)}${reportInPython}`)),
      )
    })
  })
})

const reportOutput = `
const { $metadata, ...rest } = output
process.stdout.write('\\n@@' + JSON.stringify(rest, (name, value) => name === 'B' && value instanceof Object && !(value.L || value.M || value.S || value.B) ? Buffer.from(Object.values(value)).toString('base64') : value) + '\\n')
`

/** Also makes a client, as all programs do: most of the work is to read what the service is like. */
const loadingBoto3 = `
import boto3
boto3.client('dynamodb', region_name='us-east-1')
`

const reportInPython = `
import base64, json
output.pop('ResponseMetadata', None)
print('@@' + json.dumps(output, default=lambda value: base64.b64encode(value).decode()))
`

function readReport({ output, error, code }: Ended): unknown {
  expect(error).toBe('')
  expect(code).toBe(0)
  const line = output.split('\n').find((text) => text.startsWith('@@')) ?? '@@null'
  return JSON.parse(line.slice(2))
}

function findBoto3(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import boto3; print(boto3.__version__)'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
