import { execFileSync } from 'node:child_process'
import { type Ended, type Environment, runProgram } from '../../run-program.ts'
import { startPython } from '../../start-runner.ts'

/** A call of the AWS CLI. */
export interface AwsCall {
  /** What stands behind `aws`. */
  readonly words: readonly string[]
  /** All of its environment. */
  readonly env: Environment
  /** What it reads. */
  readonly input?: string
}

/** Calls the AWS CLI, each time in a process of its own. */
export interface Aws {
  call(call: AwsCall): Promise<Ended>
  close(): Promise<void>
}

/** The version of the AWS CLI on this machine, or undefined when there is none. */
export const awsVersion = output('aws', '--version')

/**
 * To load the CLI takes four times as long as all that it does for a call. Where it is a package of Python, one process
 * loads it and is forked for every call.
 */
export function startAws(): Aws {
  const loaded = output('python3', '-c', 'import awscli; print(awscli.__version__)')
  if (loaded === undefined || !awsVersion?.startsWith(`aws-cli/${loaded} `)) {
    return { call: (call) => runProgram({ command: 'aws', ...call }), close: async () => undefined }
  }
  const python = startPython(loading)
  return {
    call: (call) => python.run(programOf(call)),
    close: async () => {
      await python.close()
    },
  }
}

/** Most of the CLI is loaded when it is first used. */
const loading = `
import awscli.clidriver
awscli.clidriver.create_clidriver().main('dynamodb list-tables --region x --generate-cli-skeleton output'.split())
`

/** What the command `aws` does, which finds its data where loading it said. Text in JSON is text in Python, too. */
function programOf({ words, env, input = '' }: AwsCall): string {
  return `
import awscli.clidriver, os, sys, tempfile
data = os.environ["AWS_DATA_PATH"]
os.environ.clear()
os.environ.update(AWS_DATA_PATH=data, **${JSON.stringify(env)})
sys.argv = ${JSON.stringify(['aws', ...words])}
read = tempfile.TemporaryFile()
read.write(${JSON.stringify(input)}.encode())
read.seek(0)
os.dup2(read.fileno(), 0)
sys.exit(awscli.clidriver.main())
`
}

function output(command: string, ...words: readonly string[]): string | undefined {
  try {
    return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch {
    return undefined
  }
}
