import { checkAttributeName } from '@monotable/protocol'
import { createProjection, type Projection } from './compile-projection.ts'
import { invalidParameter } from './legacy-comparison.ts'

/** Returns the projection that `AttributesToGet` asks for. Its entries are plain names: a dot has no meaning. */
export function projectionFromAttributesToGet(names: readonly string[]): Projection {
  const seen = new Set<string>()
  for (const name of names) {
    checkAttributeName(name)
    if (seen.has(name)) throw invalidParameter(`Duplicate value in attribute name: ${name}`)
    seen.add(name)
  }
  return createProjection(names.map((name) => [name]))
}
