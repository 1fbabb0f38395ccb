import type { EntityDefinition } from '../entities/entity-definition.ts'
import { holdsAttribute, keyNames } from '../entities/table-definition.ts'
import type { Condition } from '../expressions/condition.ts'
import type { OperationOutputs } from '../port/wire.ts'
import { entitiesOf, type Pattern } from './pattern.ts'

/** The number of items that a pattern finds. */
export interface Count {
  /** Items that the pattern would return. */
  readonly matched: number
  /** Items that were read and cost capacity: also those left out by filters, and those of other entities. */
  readonly scanned: number
}

/** Returns the counts of an answer that contains no items. */
export function countOf({ Items, Count = 0, ScannedCount = 0 }: OperationOutputs['Query']): Count {
  return { matched: Items === undefined ? Count : 0, scanned: ScannedCount }
}

/**
 * Returns the condition that an item belongs to one of a pattern's entities, or has no type. `undefined` where types
 * cannot be seen, and where they are part of the key, to which a filter cannot refer.
 */
export function typeCondition(pattern: Pattern): Condition | undefined {
  const entities = entitiesOf(pattern)
  const { table } = entities[0] as EntityDefinition
  const { typeAttribute: name = '' } = table
  const keys = keyNames(table, pattern.index)
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
