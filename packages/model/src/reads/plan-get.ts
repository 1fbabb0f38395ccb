import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { Placeholders } from '../expressions/placeholders.ts'
import type { Values } from '../keys/compile-template.ts'
import type { GetItemInput, Mutable } from '../port/wire.ts'
import { addNames, fetchedNames } from './selection.ts'

/** Options for reading one item. */
export interface GetOptions<Name extends string = string> {
  readonly consistent?: boolean
  /** Whether to return an item that has expired and is not deleted yet. */
  readonly expired?: boolean
  /** The attributes to read; by default all. */
  readonly select?: readonly Name[]
}

/** Plans to read one item. */
export function planGet(entity: EntityDefinition, key: Values, options: GetOptions = {}): GetItemInput {
  const input: Mutable<GetItemInput> = { TableName: entity.table.name, Key: encodeKey(entity, key) }
  if (options.consistent === true) input.ConsistentRead = true
  const names = fetchedNames(entity, options.select)
  if (names !== undefined) addNames(input, names, new Placeholders(entity.forms))
  return input
}
