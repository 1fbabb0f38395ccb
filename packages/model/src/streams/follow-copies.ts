import { readPlanned } from '../database/run-writes.ts'
import { encodeKey } from '../entities/encode-key.ts'
import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import type { Change } from '../expressions/change.ts'
import { allOf } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { AnyModel } from '../model.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { findItems, planChange } from '../relations/plan-dependents.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { getOwn } from '../util/own-property.ts'
import { sameValue } from '../util/same-value.ts'
import { transactionLimit } from '../writes/compile-plan.ts'
import { guardCondition, guardOf } from '../writes/make-parents.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { PlannedAction, Planning } from '../writes/write-plan.ts'
import type { AnyChange } from './entity-change.ts'
import { parentKey } from './relation-derivations.ts'
import { transact, untilDone } from './run-transaction.ts'

/*
 * Copies of a parent's attributes that the stream maintains (`copy` with `via: 'stream'`). The values come from the
 * parent as it is now, not from the record, and are written on condition that the parent still has them. So it does not
 * matter how often, or in which order, the records come.
 */

/** An entity whose items hold copies, and the relation that they come from. */
interface Copied {
  readonly entity: EntityDefinition
  readonly relation: ParentRelation
}

/** Returns the copies in a model that the stream maintains. */
export function copiedRelations(model: AnyModel): readonly Copied[] {
  return Object.values(model.entities).flatMap(({ definition: entity }) =>
    [...entity.belongsTo.values()]
      .filter(({ via, copy }) => via === 'stream' && copy.size > 0)
      .map((relation) => ({ entity, relation })),
  )
}

/** Updates copies after changes of their originals, or of the parent that items belong to. */
export async function followCopies(
  context: ModelContext,
  copied: readonly Copied[],
  changes: readonly AnyChange[],
): Promise<void> {
  for (const one of copied) {
    for (const change of changes) {
      const { before, after } = change
      if (after === undefined) continue
      if (isOf(change, one.relation.entity)) {
        const names = [...one.relation.copy.values()]
        if (before !== undefined && sameOf(before as Values, after as Values, names)) continue
        await carry(context, one, after as Values)
      } else if (isOf(change, one.entity)) await pull(context, one, change)
    }
  }
}

/** Carries a parent's attributes to all items that belong to it. */
async function carry(context: ModelContext, copied: Copied, parent: Values): Promise<void> {
  const { relation } = copied
  await untilDone(context, relation.entity.name, async () => {
    const now = context.clock.now()
    const known = { now, careful: true }
    const stored = await readParent(context, relation, parent)
    if (stored === undefined) return
    const items = await run(context, findItems(copied, { before: parent, known }))
    const stale = items.filter(
      (item) => changesFor(copied, stored, decodeEntity(copied.entity, item) as Values).length > 0,
    )
    for (let at = 0; at < stale.length; at += transactionLimit - 1) {
      const planned: PlannedAction[] = []
      for (const item of stale.slice(at, at + transactionLimit - 1)) {
        const changes = changesFor(copied, stored, decodeEntity(copied.entity, item) as Values)
        planned.push(await run(context, planChange(copied, item, { changes, transition: { known } })))
      }
      await transact(context, [...planned, stillSo(relation, stored)], now)
    }
  })
}

/**
 * Gives an item the attributes of its parent after the item's parent or copies have changed; removes them when it
 * belongs to none. The parent is taken from the item as it is now, since it may have moved again after this record.
 */
async function pull(context: ModelContext, copied: Copied, { before, after }: AnyChange): Promise<void> {
  const { relation, entity } = copied
  const names = [...relation.by.values(), ...relation.copy.keys()]
  if (before !== undefined && sameOf(before as Values, after as Values, names)) return
  await untilDone(context, entity.name, async () => {
    const now = context.clock.now()
    const known = { now, careful: true }
    const Key = encodeKey(entity, after as Values)
    const { Item } = await context.port.send('GetItem', {
      TableName: entity.table.name,
      Key,
      ConsistentRead: true,
    })
    if (Item === undefined || !recognizeItem(entity, Item)) return
    const values = decodeEntity(entity, Item) as Values
    const key = parentKey(relation, values)
    const stored = key && (await readParent(context, relation, key))
    // A parent that does not exist yet carries its attributes to the item when it is created.
    if (key !== undefined && stored === undefined) return
    const changes = changesFor(copied, stored, values)
    if (changes.length === 0) return
    const planned = await run(context, planChange(copied, Item, { changes, transition: { known } }))
    await transact(context, stored === undefined ? [planned] : [planned, stillSo(relation, stored)], now)
  })
}

async function readParent(
  context: ModelContext,
  { entity }: ParentRelation,
  key: Values,
): Promise<WireItem | undefined> {
  const input = { TableName: entity.table.name, Key: encodeKey(entity, key), ConsistentRead: true }
  const { Item } = await context.port.send('GetItem', input)
  return Item !== undefined && !hasExpired(entity, Item, context.clock.now()) ? Item : undefined
}

/** Returns the check that the parent still has the copied values. */
function stillSo({ entity, copy }: ParentRelation, stored: WireItem): PlannedAction {
  const values = decodeEntity(entity, stored) as Values
  const action: WriteAction = {
    kind: 'check',
    entity,
    key: encodeKey(entity, values),
    condition: allOf([...copy.values()].map((name) => guardCondition(guardOf(name, stored, entity.forms)))),
  }
  return { action, explain: () => 'again' }
}

/** Returns the changes that give an item its parent's attributes; those that the parent lacks are removed. */
function changesFor({ relation }: Copied, parent: WireItem | undefined, item: Values): Change[] {
  const values = parent === undefined ? {} : (decodeEntity(relation.entity, parent) as Values)
  return [...relation.copy].flatMap(([own, name]): Change[] => {
    const value = getOwn(values, name)
    if (sameValue(getOwn(item, own), value)) return []
    if (value === undefined) return [{ kind: 'remove', steps: [own] }]
    return [{ kind: 'set', steps: [own], value: { kind: 'value', value, steps: [own] } }]
  })
}

function isOf({ entity, table }: AnyChange, definition: EntityDefinition): boolean {
  return entity === definition.name && table === definition.table.name
}

function sameOf(before: Values, after: Values, names: readonly string[]): boolean {
  return names.every((name) => sameValue(getOwn(before, name), getOwn(after, name)))
}

/** Runs a planning, including its reads. */
async function run<Result>(context: ModelContext, planning: Planning<Result>): Promise<Result> {
  let step = planning.next()
  while (step.done !== true) step = planning.next(await readPlanned(context, step.value))
  return step.value
}
