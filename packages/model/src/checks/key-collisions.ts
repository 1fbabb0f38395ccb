import type { EntityKey } from '../entities/entity-definition.ts'
import type { Finding } from './finding.ts'
import { languageOf, sharedKey } from './key-language.ts'
import { describeKey, type ModelFacts, type StoredKey } from './model-facts.ts'

/** Items of one table that can have the same key although they are different things: one would overwrite the other. */
export function checkCollisions({ entities, markers }: ModelFacts): Finding[] {
  const own = entities.map(({ name, table, key }): StoredKey => ({ name, entity: name, table, key }))
  const all = [...own, ...markers]
  return all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => other.table === one.table && !isFirstVersion(one, other))
      .flatMap((other) => collision(one, other) ?? []),
  )
}

/** An item that stands where a version 0 would be: versions are counted from 1. */
function isFirstVersion(item: StoredKey, versions: StoredKey): boolean {
  if (item.entity !== versions.entity || item.name !== item.entity) return false
  const sources = ({ pk, sk }: EntityKey) => [...pk, ...sk].map(({ template }) => template.source).join('\n')
  const zero = (_: string, width: string) => '0'.repeat(Number(width))
  return sources(versions.key).replace(/\{[^{}:]+:pad(\d+)\}$/, zero) === sources(item.key)
}

function collision(one: StoredKey, other: StoredKey): Finding | undefined {
  const shared = sharedKeys(one.key, other.key)
  if (shared === undefined) return undefined
  const isPlain = [...one.key.pk, ...other.key.pk].some(({ plain }) => plain !== undefined)
  return {
    code: 'keys-collide',
    // Attributes that are keys as they are may be told apart by what the application puts into them.
    severity: isPlain ? 'warning' : 'error',
    table: one.table.name,
    entity: other.entity,
    message:
      `${capitalized(other.name)} (${describeKey(other.key)}) can have the key of ${one.name} ` +
      `(${describeKey(one.key)}), for example ${shared.join(', ')}: one would overwrite the other.`,
    advice: isPlain
      ? `Make sure that their values differ, and say so on ${other.entity}: allow: ['collision'].`
      : `Begin the keys with different texts${one.entity === other.entity ? '' : `, such as "${one.entity.toUpperCase()}#" and "${other.entity.toUpperCase()}#"`}.`,
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A key of each attribute that two entities can have both, or nothing. */
export function sharedKeys(one: EntityKey, other: EntityKey): string[] | undefined {
  const left = [...one.pk, ...one.sk]
  const right = [...other.pk, ...other.sk]
  const shared: string[] = []
  for (const [at, part] of left.entries()) {
    const opposite = right[at]
    const key = opposite && sharedKey(languageOf(part), languageOf(opposite))
    if (key === undefined) return undefined
    shared.push(`${part.attribute.name} "${key}"`)
  }
  return shared
}
