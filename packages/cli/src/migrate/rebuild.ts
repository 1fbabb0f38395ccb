import { resolve } from 'node:path'
import { type Derivation, type RebuildProgress, rebuild } from '@monotable/model/streams'
import { ConfigurationError } from '@monotable/server'
import { importFileAnew, type Module } from '../model-file/import-file.ts'
import { loadFile } from '../model-file/load-file.ts'
import { runResumable } from '../transfer/cut-short.ts'
import { ProgressBar } from '../transfer/progress.ts'
import { confirm } from './confirm.ts'
import { explainMigration } from './explain-migration.ts'
import { rebuildHelp } from './migrate-help.ts'
import { parseRebuildOptions } from './migrate-options.ts'
import { openPlace } from './open-place.ts'

/** A rebuild starts over: derived data is the sum of all items touched after the last removal. */
const howToResume = 'run it again: until it completes, derived items may be incomplete'

/** Runs `monotable rebuild` and returns the exit code. */
export async function rebuildCommand(args: readonly string[]): Promise<number> {
  const options = parseRebuildOptions(args, process.env)
  if (options.help) {
    process.stdout.write(rebuildHelp)
    return 0
  }
  return explainMigration(options.place, async () => {
    const module = await loadFile(resolve(options.file), importFileAnew)
    const derivation = requireDerivation(module, options.name, options.file)
    const place = await openPlace(options.place)
    try {
      const { source, target } = derivation
      const question = `Remove all ${target.name} items at ${place.name}, and touch every ${source.name} item?`
      if (!(await confirm(question, options.yes))) return 1
      const bar = new ProgressBar('Touching', process.stderr)
      const { segments, settleMs } = options
      const onProgress = ({ touched, removed }: RebuildProgress) => {
        if (!options.json) bar.update({ items: touched, note: `${removed} removed` })
      }
      const work = { name: 'rebuild', howToResume: () => howToResume, clear: () => bar.clear() }
      const progress = await runResumable(work, () => {
        if (settleMs > 0 && !options.json)
          process.stderr.write(`Waiting ${settleMs / 1000} s for handlers that have already started …\n`)
        return rebuild(place.client, options.name, derivation, { segments, settleMs, onProgress })
      })
      bar.clear()
      process.stdout.write(
        options.json
          ? `${JSON.stringify(progress)}\n`
          : `${progress.removed} ${target.name} items removed, ${progress.touched} ${source.name} items touched. The handler rebuilds the derived items as the stream delivers the changes.\n`,
      )
      return 0
    } finally {
      await place.close()
    }
  })
}

/** Finds a derivation that a file exports under a name, directly or as a member of an object. */
function requireDerivation(module: Module, name: string, file: string): Derivation {
  const found = new Map<string, Derivation>()
  for (const [exported, value] of Object.entries(module)) {
    if (isDerivation(value)) found.set(exported, value)
    else if (typeof value === 'object' && value !== null) {
      for (const [member, inner] of Object.entries(value)) if (isDerivation(inner)) found.set(member, inner)
    }
  }
  const derivation = found.get(name)
  if (derivation !== undefined) return derivation
  const others = found.size === 0 ? 'It exports none.' : `It exports: ${[...found.keys()].join(', ')}.`
  throw new ConfigurationError(`${file} exports no projection or aggregate "${name}". ${others}`)
}

function isDerivation(value: unknown): value is Derivation {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return (value.kind === 'projection' || value.kind === 'aggregate') && 'derive' in value
}
