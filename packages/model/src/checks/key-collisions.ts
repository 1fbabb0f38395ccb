import type { EntityKey } from '../entities/entity-definition.ts'
import type { Finding } from './finding.ts'
import { languageOf, sharedKey } from './key-language.ts'
import { describeKey, type ModelFacts, type StoredKey } from './model-facts.ts'

/** Reports different kinds of items in one table that can have the same key, so that one would overwrite the other. */
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

/** Whether an item has the key of its version 0, which does not exist: versions are counted from 1. */
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
    // For attributes that are keys as they are, the application may keep the values apart.
    severity: isPlain ? 'warning' : 'error',
    table: one.table.name,
    entity: other.entity,
    message:
      `${capitalized(other.name)} (${describeKey(other.key)}) can have the key of ${one.name} ` +
      `(${describeKey(one.key)}), for example ${shared.join(', ')}: one would overwrite the other.`,
    advice: isPlain
      ? `If their values always differ, say so on ${other.entity}: allow: ['collision'].`
      : `Begin the keys with different prefixes${one.entity === other.entity ? '' : `, such as "${one.entity.toUpperCase()}#" and "${other.entity.toUpperCase()}#"`}.`,
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a key that two entities can share, attribute by attribute; `undefined` if there is none. */
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
