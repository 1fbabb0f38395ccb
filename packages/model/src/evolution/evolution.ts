import { decodeValue } from '../codec/decode-value.ts'
import { encodeValue } from '../codec/encode-value.ts'
import type { FormNode } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { type Evolution, type EvolvedEntity, revisionAttribute } from '../entities/evolution.ts'
import { keyId } from '../entities/key-id.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import { requireOptions } from '../entities/require-options.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import { applyChanges } from '../writes/apply-changes.ts'
import { assembleItem } from '../writes/build-item.ts'
import type { Guard } from '../writes/make-parents.ts'
import type { UpdatePlan } from '../writes/plan-update.ts'
import { changesTo } from './changes-to.ts'
import { knownNames } from './known-names.ts'

/** Converts an item from the previous version to this one, and back. */
export interface EvolutionStep {
  readonly up: (item: never) => object
  /** Without it, a migration to this version cannot be rolled back. */
  readonly down?: (item: never) => object
}

/**
 * Declares the versions that the shape of an entity's items has had, each by the step that leads to it. Items are
 * converted to the current version when they are read and when they are updated; `monotable migrate` rewrites the
 * others.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const people = table('People', { key: { pk: 'PK' } })
 * const Person = people.entity('Person', {
 *   schema: shape<{ id: string; first: string; last: string }>(),
 *   key: { pk: 'PERSON#{id}' },
 *   evolution: evolution({
 *     2: {
 *       up: ({ id, name }: { id: string; name: string }) => {
 *         const [first = '', last = ''] = name.split(' ')
 *         return { id, first, last }
 *       },
 *     },
 *   }),
 * })
 */
export function evolution(config: { readonly [version: number]: EvolutionStep }): Evolution {
  const steps = Object.keys(config).map((version, at) => {
    const step = config[at + 2]
    if (Number(version) !== at + 2 || step === undefined) {
      throw wrong(`evolution versions count 2, 3, and so on; there is ${version} where ${at + 2} should be`)
    }
    requireOptions(`evolution: version ${version}`, step, 'up down')
    if (typeof step.up !== 'function') throw wrong(`evolution: version ${version} has no function "up"`)
    return step
  })
  const current = steps.length + 1
  return {
    current,
    bring: (definition, decoded, stored, wanted) => {
      const { name: entity, forms } = definition
      const from = revisionOf(stored)
      const to = wanted ?? current
      if (from > current) throw tooNew(entity, from, current)
      let item = decoded
      for (let version = from; version < to; version++) {
        const given = (steps[version - 1] as EvolutionStep).up(item as never)
        item = requireItem(given, { entity, version: version + 1, way: 'up' })
      }
      for (let version = from; version > to; version--) {
        const given = downOf(entity, steps[version - 2], version)(item as never)
        item = requireItem(given, { entity, version, way: 'down' })
      }
      if (from !== to) item = keepManaged(definition, decoded as Values, item as Values)
      return from < to ? inForms(item as Values, forms, wanted === undefined) : item
    },
    plan: (entity, plan, item) => planEvolved(entity, plan as Planner, item) as never,
  }
}

/**
 * Returns an item with what the model itself keeps in it, where the steps have left that out: version, times, a drawn
 * shard. The schema does not know these attributes, and a step written for the schema does not return them.
 */
function keepManaged({ managed, version, spread }: EvolvedEntity, before: Values, item: Values): Values {
  const kept: { [attribute: string]: unknown } = { ...item }
  for (const name of [...managed, ...(spread?.drawn === true ? [spread.slot] : [])]) {
    const value = getOwn(before, name)
    // An older shape may have had an attribute of its own under this name.
    const isOurs =
      name === version || name === spread?.slot ? typeof value === 'number' : value instanceof Date
    if (isOurs && getOwn(item, name) === undefined) setOwn(kept, name, value)
  }
  return kept
}

/**
 * Returns an item with its values as they will be read back once stored in this shape: what `up` takes over from an
 * attribute that is no longer declared was read as text or as a number. `whole`: whether the item is complete, so that
 * a missing set is an empty one.
 */
function inForms(item: Values, forms: FormNode, whole: boolean): object {
  const formed: { [attribute: string]: unknown } = { ...item }
  for (const [name, node] of forms.members) {
    if (node.own !== undefined) continue
    const stored = encodeValue(getOwn(item, name), node, name)
    if (stored !== undefined) setOwn(formed, name, decodeValue(stored, node, name))
    else if (whole && node.form === 'set') setOwn(formed, name, new Set())
  }
  return formed
}

/** The number of attributes that fit into a condition, along with anything else in it. */
const guardedNames = 64

type Planner = (current: WireItem | undefined) => UpdatePlan

/**
 * Plans an update of an item that may be of an older shape. An item that was not read is assumed to be of the current
 * shape, with a guard that makes it be read if it is not. An older item is converted and changed, on condition that it
 * is still as it was read.
 */
function planEvolved(entity: EntityDefinition, plan: Planner, current: WireItem | undefined): UpdatePlan {
  const today = entity.evolution?.current ?? 1
  const isThere = current !== undefined && Object.keys(current).length > 0
  const revision = isThere ? revisionOf(current) : today
  // Checked before anything is written: when the answer is decoded, it would be too late.
  if (revision > today) throw tooNew(entity.name, revision, today)
  if (!isThere || revision === today) {
    const planned = plan(current)
    if (planned.kind === 'read' || current !== undefined) return planned
    const guard: Guard = { steps: [revisionAttribute], expected: { N: String(today) } }
    return { ...planned, guards: [...planned.guards, guard] }
  }
  const { item, key: next } = assembleItem(entity, decodeEntity(entity, current) as Values)
  if (keyId(entity.table, next) !== keyId(entity.table, keyOfItem(entity.table, current)))
    throw movedAway(entity, today)
  const planned = plan(item)
  if (planned.kind === 'read' || planned.action.kind !== 'update') return planned
  const { changes, condition, key } = planned.action
  const stored = new Set([...Object.keys(current), ...Object.keys(item)])
  // Attributes that others add in the meantime would be lost as well; a condition can only name known ones.
  const known = new Set([...stored, ...knownNames(entity)])
  const names = known.size > guardedNames ? stored : known
  return {
    kind: 'ready',
    action: {
      kind: 'put',
      entity,
      key,
      item: applyChanges(item, changes, entity.forms),
      condition,
      // Attributes that the condition does not name, and that others add in the meantime, stay.
      narrow: (put) => ({ ...put, kind: 'update', changes: changesTo(current, put.item) }),
    },
    guards: [...names].map(
      (name): Guard => ({ steps: [name], expected: getOwn(current, name), asStored: true }),
    ),
  }
}

/** Returns the version of a stored item. */
export function revisionOf(item: WireItem): number {
  const value = getOwn(item, revisionAttribute)
  return value !== undefined && 'N' in value ? Number(value.N) : 1
}

/** Returns the result of a step, if it is an item: anything else would be stored as an item of the wrong version. */
function requireItem(
  given: unknown,
  { entity, version, way }: { readonly entity: string; readonly version: number; readonly way: string },
): object {
  const isPromise = given instanceof Promise
  if (typeof given === 'object' && given !== null && !isPromise) return given
  const what = isPromise ? 'a promise, but has to return the item itself' : `${given}, which is not an item`
  throw new ModelError('EVOLUTION', `${entity}: "${way}" of version ${version} returns ${what}`, {
    entity,
    version,
  })
}

function movedAway({ name: entity }: EntityDefinition, version: number): ModelError<'EVOLUTION'> {
  const message = `${entity}: version ${version} gives the item another key; it cannot be updated before a migration has moved it`
  return new ModelError('EVOLUTION', message, { entity, version })
}

function wrong(message: string): ModelError<'DEFINITION'> {
  return new ModelError('DEFINITION', message, { subject: 'evolution' })
}

function tooNew(entity: string, version: number, current: number): ModelError<'EVOLUTION'> {
  const message = `${entity}: an item has version ${version}, but this program knows versions up to ${current}: it is older than the data`
  return new ModelError('EVOLUTION', message, { entity, version })
}

function downOf(entity: string, step: EvolutionStep | undefined, version: number): (item: never) => object {
  if (step?.down !== undefined) return step.down
  const message = `${entity}: version ${version} has no "down", so it cannot be rolled back`
  throw new ModelError('EVOLUTION', message, { entity, version })
}
