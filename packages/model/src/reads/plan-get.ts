import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { joinSome, Placeholders } from '../expressions/placeholders.ts'
import type { Values } from '../keys/compile-template.ts'
import type { GetItemInput, Mutable } from '../port/wire.ts'

/** What a caller may ask of reading one item. */
export interface GetOptions<Name extends string = string> {
  readonly consistent?: boolean
  /** Whether an item counts that has expired and is not yet deleted. */
  readonly expired?: boolean
  /** The attributes to read; all of them unless told. */
  readonly select?: readonly Name[]
}

/** Plans to read one item. */
export function planGet(entity: EntityDefinition, key: Values, options: GetOptions = {}): GetItemInput {
  const { consistent, select } = options
  const placeholders = new Placeholders(entity.forms)
  // Whether an item has expired is seen in the item.
  const expiry = entity.ttl === undefined ? [] : [entity.ttl.stored]
  const names = select && [...new Set([...select, ...expiry])].map((name) => placeholders.name(name))
  const input: Mutable<GetItemInput> = { TableName: entity.table.name, Key: encodeKey(entity, key) }
  if (consistent === true) input.ConsistentRead = true
  if (names !== undefined) {
    input.ProjectionExpression = joinSome(names, ', ', 'select')
    placeholders.addTo(input)
  }
  return input
}
