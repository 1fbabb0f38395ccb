import type { EntityDefinition } from '../entities/entity-definition.ts'
import { findIndex, holdsAttribute, keyNames } from '../entities/table-definition.ts'
import type { Condition } from '../expressions/condition.ts'
import type { OperationOutputs } from '../port/wire.ts'
import { entitiesOf, type Pattern } from './pattern.ts'

/** How many items a pattern finds. */
export interface Count {
  /** Those that it would give. */
  readonly matched: number
  /** Those that were read, and are paid for: with the ones that filters and other entities' types left out. */
  readonly scanned: number
}

/** What an answer says of items that it does not have. */
export function countOf({ Items, Count = 0, ScannedCount = 0 }: OperationOutputs['Query']): Count {
  return { matched: Items === undefined ? Count : 0, scanned: ScannedCount }
}

/**
 * That an item is of one of a pattern's entities, or does not say of which; nothing where types cannot be seen, and where
 * they are keys, of which a filter cannot speak.
 */
export function typeCondition(pattern: Pattern): Condition | undefined {
  const entities = entitiesOf(pattern)
  const { table } = entities[0] as EntityDefinition
  const { typeAttribute: name = '' } = table
  const keys = keyNames(table, findIndex(table, pattern.index))
  if (name === '' || keys.includes(name) || !holdsAttribute(table, pattern.index, name)) return undefined
  const steps = [name] as const
  const list = entities.map((entity) => ({ kind: 'wire', value: { S: entity.name } }) as const)
  return {
    kind: 'or',
    conditions: [
      { kind: 'in', operand: { kind: 'path', steps }, list },
      { kind: 'missing', steps },
    ],
  }
}
