import type { Sample } from '@monotable/workbench'
import { UsageError } from '../messages/usage-error.ts'

/** The sample applications, which are packed with the command (scripts/bundle.mjs makes one file of `examples`). */
export async function loadSamples(): Promise<readonly Sample[]> {
  // In a bundle they are beside it; compiled, one folder further.
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

/** The sample of a name; says which there are when there is none. */
export async function findSample(name: string): Promise<Sample> {
  const samples = await loadSamples()
  const sample = samples.find((one) => one.name === name)
  if (sample !== undefined) return sample
  throw new UsageError(
    `There is no sample "${name}"; there are ${samples.map((one) => one.name).join(', ')}.`,
  )
}
