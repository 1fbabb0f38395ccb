import type { Sample } from '@monotable/workbench'
import { UsageError } from '../messages/usage-error.ts'

/**
 * Loads the sample applications, which are packaged with the command (scripts/bundle.mjs makes one file of `examples`).
 */
export async function loadSamples(): Promise<readonly Sample[]> {
  // In the bundle they are beside this file; in compiled form, one folder further away.
  const places = ['./samples.mjs', '../../bundle/samples.mjs'].map(
    (path) => new URL(path, import.meta.url).href,
  )
  for (const place of places) {
    try {
      return ((await import(place)) as { readonly samples: readonly Sample[] }).samples
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  }
  return []
}

/** Finds a sample by name; throws a list of the samples if there is none. */
export async function requireSample(name: string): Promise<Sample> {
  const samples = await loadSamples()
  const sample = samples.find((one) => one.name === name)
  if (sample !== undefined) return sample
  throw new UsageError(
    `There is no sample "${name}"; choose one of ${samples.map((one) => one.name).join(', ')}.`,
  )
}
