import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'

/** The attribute that says which version of its shape an item has; the first has none. */
export const revisionAttribute = '_v'

/** How an item of the version before becomes one of this version, and back. */
export interface EvolutionStep {
  readonly up: (item: never) => object
  /** Without it, a migration to this version cannot be rolled back. */
  readonly down?: (item: never) => object
}

/** The steps of an entity, by the version that they lead to: `{ 2: { up }, 3: { up, down } }`. */
export type EvolutionConfig = { readonly [version: number]: EvolutionStep }

/** The versions of an entity's shape. */
export interface Evolution {
  readonly current: number
  /** The step to the second version, to the third, and so on. */
  readonly steps: readonly EvolutionStep[]
}

/** Puts steps in order; every version from the second on has one. */
export function readEvolution(entity: string, config: EvolutionConfig | undefined): Evolution | undefined {
  if (config === undefined) return undefined
  const versions = Object.keys(config)
  const steps = versions.map((version, at) => {
    if (Number(version) === at + 2) return config[at + 2] as EvolutionStep
    const message = `${entity}: "evolution" leads to version 2, then 3, and so on; there is ${version} where ${at + 2} should be`
    throw new ModelError('DEFINITION', message, { subject: entity })
  })
  return { current: steps.length + 1, steps }
}

/** The version of a stored item. */
export function revisionOf(item: WireItem): number {
  const value = getOwn(item, revisionAttribute)
  return value !== undefined && 'N' in value ? Number(value.N) : 1
}

/** An item of an older version as one of the current version, or of another that is asked for. */
export function evolve(
  { name, evolution }: { readonly name: string; readonly evolution: Evolution | undefined },
  item: object,
  from: number,
  to: number = evolution?.current ?? 1,
): object {
  const { steps, current } = evolution ?? { steps: [], current: 1 }
  if (from > current) {
    const message = `${name}: an item has version ${from}, and this program knows ${current} at most; it is older than the data`
    throw new ModelError('EVOLUTION', message, { entity: name, version: from })
  }
  let evolved = item
  for (let version = from; version < to; version++)
    evolved = (steps[version - 1] as EvolutionStep).up(evolved as never)
  for (let version = from; version > to; version--)
    evolved = downOf(name, steps[version - 2], version)(evolved as never)
  return evolved
}

function downOf(name: string, step: EvolutionStep | undefined, version: number): (item: never) => object {
  if (step?.down !== undefined) return step.down
  const message = `${name}: version ${version} has no "down", so that it cannot be rolled back`
  throw new ModelError('EVOLUTION', message, { entity: name, version })
}
