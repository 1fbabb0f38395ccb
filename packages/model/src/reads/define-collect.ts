import type { EntityKey } from '../entities/entity-definition.ts'
import { requireKind, requireOptions } from '../entities/require-options.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { definitionError } from '../model-error.ts'
import {
  type CollectOptions,
  type CollectPattern,
  type MemberDefinition,
  type MemberReader,
  readOptions,
} from './pattern.ts'
import { requireEntityIndex } from './require-entity-index.ts'
import { joinNames } from './selection.ts'

/** Declares a collection; refuses members that cannot share a partition. */
export function defineCollect(
  table: TableDefinition,
  index: string,
  members: { readonly [name: string]: MemberDefinition },
  options: CollectOptions,
): CollectPattern {
  requireOptions('A collection', options, `${readOptions} within`)
  const entries = Object.entries(members)
  const readers = entries.map(([name, member]): MemberReader => {
    requireKind(name, 'a member: one() or many() of an entity', member?.count)
    const key = requireEntityIndex(member.entity, index)
    if (member.entity.table !== table) {
      const { name } = member.entity
      throw definitionError(`A collection of ${table.name} cannot hold ${name}: it is in another table`, name)
    }
    const slots = key.pk
      .flatMap(({ template }) => template.slots.map(({ attribute }) => attribute))
      .filter((attribute) => attribute !== key.spread?.slot)
    const [sort, ...more] = key.sk
    return { member, key, slots, sort: sort?.plain === undefined && more.length === 0 ? sort : undefined }
  })
  const shapes = readers.map(({ key }) => partitionShape(key))
  const odd = shapes.findIndex((shape) => shape !== shapes[0])
  if (entries.length === 0 || odd >= 0) {
    const subject = entries[odd]?.[0] ?? 'collect'
    const what =
      odd < 0
        ? 'has no members'
        : `"${subject}" (${shapes[odd]}) and "${entries[0]?.[0]}" (${shapes[0]}) share no partition of ${index}`
    throw definitionError(`A collection ${what}`, subject)
  }
  if ('next' in members) {
    throw definitionError('A member of a collection cannot be called "next"', 'next')
  }
  const select = joinNames(readers.map(({ member }) => member.select))
  const narrow = options.within?.settle(readers)
  const common = [readers[0]?.key.spread?.slot ?? [], options.within?.names ?? []].flat()
  const known = [...new Set([common, readers.map(({ slots }) => slots)].flat(2))]
  return { kind: 'collect', table, index, members, readers, common, known, options, select, narrow }
}

/**
 * Returns the partition key with its attributes' names removed: members may have different names for the same value.
 */
function partitionShape({ pk, spread }: EntityKey): string {
  const nameless = (slot: string) => (slot === `{${spread?.slot}` ? `${slot} of ${spread?.count}` : '{')
  return pk.map(({ template }) => template.source.replaceAll(/\{[^{}:]+/g, nameless)).join(' + ')
}
