import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { allOf } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WriteConditions } from './plan-put.ts'
import { versionIs } from './version-is.ts'
import type { WriteAction } from './write-action.ts'

/** Plans to remove an item. A missing item is no failure, unless a condition makes it one. */
export function planRemove(entity: EntityDefinition, key: Values, asked: WriteConditions = {}): WriteAction {
  const condition = allOf([versionIs(entity, asked.ifVersion), asked.condition])
  return { kind: 'delete', entity, key: encodeKey(entity, key), condition }
}
