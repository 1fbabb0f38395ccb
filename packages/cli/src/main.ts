import { closestWord } from './closest-word.ts'
import { generalHelp } from './help-text.ts'
import { UsageError } from './usage-error.ts'

/** Commands that do something, and have a help of their own. */
const working = ['serve', 'trigger', 'export', 'import']
const commands = [...working, 'help', 'version']

/** Runs the command `monotable` and gives its exit code: 0 for success, 1 for failure, 2 for wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const help = isWorking(args[0]) ? `monotable ${args[0]} --help` : 'monotable --help'
    process.stderr.write(`monotable: ${error.message}\nRun "${help}" to see what there is.\n`)
    return 2
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'serve':
      return (await import('./serve.ts')).serve(rest)
    case 'trigger':
      return (await import('./trigger.ts')).trigger(rest)
    case 'export':
      return (await import('./transfer/export.ts')).exportCommand(rest)
    case 'import':
      return (await import('./transfer/import.ts')).importCommand(rest)
    case 'help':
      return isWorking(rest[0]) ? run([rest[0], '--help']) : run(['--help'])
    case '--help':
    case '-h':
      process.stdout.write(generalHelp)
      return 0
    case 'version':
    case '--version':
    case '-v':
      process.stdout.write(`${(await import('./version.ts')).readVersion()}\n`)
      return 0
    case undefined:
      process.stderr.write(generalHelp)
      return 2
    default:
      throw unknownCommand(command)
  }
}

function isWorking(command: string | undefined): command is string {
  return command !== undefined && working.includes(command)
}

function unknownCommand(command: string): UsageError {
  if (command.startsWith('-')) {
    return new UsageError(
      `"${command}" is no option of monotable itself; a command such as "serve" comes first`,
    )
  }
  const close = closestWord(command, commands)
  const hint = close === undefined ? '' : `; did you mean "${close}"?`
  return new UsageError(`there is no command "${command}"${hint}`)
}
