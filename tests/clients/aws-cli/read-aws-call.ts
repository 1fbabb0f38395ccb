import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment, runProgram } from '../../run-program.ts'
import type { AwsCall } from './start-aws.ts'

/**
 * Prints how it was called, each string ended by NUL: the number of arguments, the arguments, the environment, stdin.
 */
const tellCall = `#!/bin/sh
printf '%s\\0' "$#" "$@"
env -0
printf '\\0'
cat
`

/** Returns the arguments, environment and input with which bash calls the AWS CLI when it runs a command. */
export async function readAwsCall(command: string): Promise<AwsCall> {
  const folder = mkdtempSync(join(tmpdir(), 'aws-call-'))
  try {
    const file = join(folder, 'aws')
    writeFileSync(file, tellCall)
    chmodSync(file, 0o755)
    const env = { ...bareEnvironment, PATH: `${folder}:${bareEnvironment['PATH']}` }
    const { code, output, error } = await runProgram({ command: 'bash', words: [], env, input: command })
    if (code !== 0 || error !== '') throw new Error(`bash ended with ${code}: ${error}`)
    return parseCall(output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function parseCall(text: string): AwsCall {
  const [count, ...parts] = text.split('\0')
  const words = parts.splice(0, Number(count))
  const variables = parts.splice(0, parts.indexOf('')).map((variable) => {
    const end = variable.indexOf('=')
    return [variable.slice(0, end), variable.slice(end + 1)] as const
  })
  return { words, env: Object.fromEntries(variables), input: parts.slice(1).join('\0') }
}
