export { endProcess } from './end-process.ts'

import { closestWord } from './messages/closest-word.ts'
import { generalHelp } from './messages/help-text.ts'
import { UsageError } from './messages/usage-error.ts'
import { outliveReaders } from './outlive-readers.ts'
import { untilIdle } from './until-idle.ts'

/** The commands that do work and have their own help. */
const working = [
  'serve',
  'workbench',
  'trigger',
  'check',
  'docs',
  'migrate',
  'recount',
  'rebuild',
  'export',
  'import',
]
const commands = [...working, 'help', 'version']

/** Runs the command `monotable` and returns its exit code: 0 for success, 1 for failure, 2 for wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  outliveReaders()
  try {
    return await untilIdle(() => run(args))
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.syscall === 'uv_cwd') {
      const { explainFileError } = await import('./messages/explain-file-error.ts')
      process.stderr.write(`monotable: ${explainFileError(error)}\n`)
      return 1
    }
    // Compared by name: commands bundled into their own file have their own copy of the class.
    if (!(error instanceof Error) || error.name !== 'UsageError') throw error
    const help = ['monotable', ...helpedBy(args), '--help'].join(' ')
    process.stderr.write(`monotable: ${error.message}\nRun "${help}" for usage.\n`)
    return 2
  }
}

async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'serve':
      return (await import('./serve/serve.ts')).serve(rest)
    case 'workbench':
      return (await import('./workbench/workbench.ts')).workbench(rest)
    case 'trigger':
      return (await import('./trigger/trigger.ts')).trigger(rest)
    case 'check':
      return (await import('./model-commands.ts')).checkCommand(rest)
    case 'docs':
      return (await import('./model-commands.ts')).docsCommand(rest)
    case 'migrate':
      return (await import('./model-commands.ts')).migrateCommand(rest)
    case 'recount':
      return (await import('./model-commands.ts')).recountCommand(rest)
    case 'rebuild':
      return (await import('./model-commands.ts')).rebuildCommand(rest)
    case 'export':
      return isFormat(rest[0])
        ? (await import('./model-commands.ts')).exportModel(rest)
        : (await import('./transfer/export.ts')).exportCommand(rest)
    case 'import':
      return isFormat(rest[0])
        ? (await import('./model-commands.ts')).importModel(rest)
        : (await import('./transfer/import.ts')).importCommand(rest)
    case 'help':
      return help(rest)
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

/** Prints the help of a command, or the general help. */
function help(args: readonly string[]): Promise<number> {
  const [command] = args
  const isMistyped = command !== undefined && !command.startsWith('-') && !commands.includes(command)
  if (isMistyped) throw unknownCommand(command)
  return run([...helpedBy(args), '--help'])
}

/** The command words whose help explains more; export and import have separate help for data and for formats. */
function helpedBy([command, word]: readonly string[]): readonly string[] {
  if (!isWorking(command)) return []
  return (command === 'export' || command === 'import') && isFormat(word)
    ? [command, word as string]
    : [command]
}

/**
 * Whether an argument names a format, so that a model is exported or imported. Exports and imports of data have only
 * options.
 */
function isFormat(argument: string | undefined): boolean {
  return argument !== undefined && !argument.startsWith('-')
}

function isWorking(command: string | undefined): command is string {
  return command !== undefined && working.includes(command)
}

function unknownCommand(command: string): UsageError {
  if (command.startsWith('-')) {
    return new UsageError(
      `"${command}" is not an option of monotable itself; a command such as "serve" comes first`,
    )
  }
  const close = closestWord(command, commands)
  const hint = close === undefined ? '' : `; did you mean "${close}"?`
  return new UsageError(`there is no command "${command}"${hint}`)
}
