import type { ConnectionInfo } from '../../shared/api.ts'

/**
 * Returns the command that opens the workbench with a model file, on the same database as now. For one in a folder, it
 * takes the options that this workbench was started with, which the page does not know.
 */
export function startCommand({ kind, endpoint, profile, region }: ConnectionInfo): string {
  const options =
    kind === 'aws' && profile !== undefined
      ? ['--profile', profile, '--region', region]
      : endpoint !== undefined
        ? ['--endpoint', endpoint, ...(region === 'us-east-1' ? [] : ['--region', region])]
        : []
  return ['monotable workbench model.ts', ...options.map(shellWord)].join(' ')
}

function shellWord(text: string): string {
  return /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
