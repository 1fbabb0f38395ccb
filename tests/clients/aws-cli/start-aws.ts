import { execFileSync } from 'node:child_process'
import { type Ended, type Environment, runProgram } from '../../run-program.ts'
import { startPython } from '../../start-runner.ts'

/** A call of the AWS CLI. */
export interface AwsCall {
  /** The arguments after `aws`. */
  readonly words: readonly string[]
  /** The whole environment. */
  readonly env: Environment
  /** Standard input. */
  readonly input?: string
}

/** Calls the AWS CLI, with a process for each call. */
export interface Aws {
  call(call: AwsCall): Promise<Ended>
  close(): Promise<void>
}

/** The version of the AWS CLI on this machine, or undefined when there is none. */
export const awsVersion = output('aws', '--version')

/**
 * Starts a runner of AWS CLI calls. Loading the CLI takes four times as long as all that it does for a call, so where
 * the CLI is a Python package, one process loads it and forks for every call.
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

/**
 * Makes one call while loading, because the CLI loads most of its modules on first use. Version 2 would start a thread
 * for its logs then, which a forked process waits for but does not have.
 */
const loading = `
import awscli.clidriver
awscli.clidriver.disable_crt_logging = lambda: None
awscli.clidriver.create_clidriver().main('dynamodb list-tables --region x --generate-cli-skeleton output'.split())
`

/**
 * The Python code for one call of `aws`; keeps the data path that loading set. JSON strings are valid Python strings.
 */
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
