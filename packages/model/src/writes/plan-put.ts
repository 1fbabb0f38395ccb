import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { isAbsent } from '../entities/presence.ts'
import { allOf, type Condition } from '../expressions/condition.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { buildItem } from './build-item.ts'
import { versionIs } from './version-is.ts'
import type { WriteAction } from './write-action.ts'

/** The conditions of a write. */
export interface WriteConditions {
  readonly condition?: Condition | undefined
  /** The version that the item must still have. */
  readonly ifVersion?: number | undefined
}

/** Plans to store a new item. */
export function planCreate(
  entity: EntityDefinition,
  input: object,
  now: number,
  asked: WriteConditions = {},
): WriteAction {
  const { key, item } = buildItem(entity, input, now)
  return {
    kind: 'put',
    entity,
    key,
    item: withVersion(entity, item, 1),
    condition: allOf([isAbsent(entity, now), asked.condition]),
  }
}

/** Plans to store an item, whether or not there is one. */
export function planPut(
  entity: EntityDefinition,
  input: object,
  now: number,
  asked: WriteConditions = {},
): WriteAction {
  const { key, item } = buildItem(entity, input, now)
  const { ifVersion } = asked
  if (entity.version !== undefined && ifVersion === undefined) {
    // Replacing an item without checking its version would undo the writes of others, which versions are meant to
    // prevent.
    const message = `${entity.name} is versioned: put needs ifVersion (create and update do not)`
    throw new ModelError('VERSION_NEEDED', message, { entity: entity.name })
  }
  const condition = allOf([versionIs(entity, ifVersion), asked.condition])
  return { kind: 'put', entity, key, item: withVersion(entity, item, (ifVersion ?? 0) + 1), condition }
}

function withVersion({ version, forms }: EntityDefinition, item: WireItem, number: number): WireItem {
  return version === undefined ? item : { ...item, [storedName(forms, version)]: { N: String(number) } }
}
