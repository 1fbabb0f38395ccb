import { storedName } from '../codec/stored-form.ts'
import { keyId } from '../entities/key-id.ts'
import { hasExpired, isAbsent } from '../entities/presence.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import { unnamed } from '../entities/unnamed.ts'
import type { Condition } from '../expressions/condition.ts'
import type { WireItem } from '../port/wire.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import {
  expiryAttribute,
  heldMarker,
  isOwnedBy,
  markerType,
  ownerAttribute,
  uniqueMarker,
  uniqueViolation,
} from '../relations/plan-unique.ts'
import { getOwn } from '../util/own-property.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { ConstraintJob } from './recount-job.ts'
import {
  attemptLimit,
  isAsRead,
  keyIn,
  keyText,
  type RecountTools,
  readNow,
  sendUnlessChanged,
  valuesOf,
} from './recount-tools.ts'
import type { Outcome } from './table-walk.ts'

/** Corrects the markers of one constraint: adds those that items lack, and removes those that belong to no item. */
export class MarkerRecount {
  readonly #job: ConstraintJob
  readonly #tools: RecountTools
  /** The item that would get each marker, by marker: a plan writes nothing, so it cannot find these by reading. */
  readonly #planned = new Map<string, WireItem>()

  constructor(job: ConstraintJob, tools: RecountTools) {
    this.#job = job
    this.#tools = tools
  }

  /** Checks a stored item, if it is one of the entity's or a marker of the constraint. */
  visit(item: WireItem): Promise<Outcome> | undefined {
    const { entity, constraint } = this.#job
    if (this.#isMarker(item)) return this.#again(item, (now) => this.#checkMarker(now))
    if (!recognizeItem(entity, item)) return undefined
    try {
      if (heldMarker(constraint, valuesOf(entity, item)) === undefined) return undefined
    } catch (error) {
      this.#problem('unreadable', item, (error as Error).message)
      return Promise.resolve('problem')
    }
    return this.#again(item, (now) => this.#checkItem(now))
  }

  /** Whether an item has the values that a marker stands for. */
  #holds(item: WireItem | undefined, marker: WireItem): boolean {
    const { entity, constraint } = this.#job
    if (item === undefined || !recognizeItem(entity, item) || this.#isExpired(item)) return false
    const held = heldMarker(constraint, valuesOf(entity, item))
    return held !== undefined && keyId(entity.table, held) === keyId(entity.table, marker)
  }

  #isExpired(item: WireItem): boolean {
    return hasExpired(this.#job.entity, item, this.#tools.context.clock.now())
  }

  #isMarker(item: WireItem): boolean {
    const { entity, constraint } = this.#job
    const type = entity.table.typeAttribute && getOwn(item, entity.table.typeAttribute)
    return type !== undefined && type !== '' && 'S' in type && type.S === markerType(entity, constraint.name)
  }

  /** Repeats a check as long as others change the item. */
  async #again(first: WireItem, look: (item: WireItem) => Promise<Outcome | 'again'>): Promise<Outcome> {
    const { context } = this.#tools
    const { entity } = this.#job
    let item: WireItem | undefined = first
    for (let attempt = 0; attempt < attemptLimit; attempt++) {
      if (item === undefined || this.#isExpired(item)) return 'same'
      const outcome = await look(item)
      if (outcome !== 'again') return outcome
      item = await readNow(context, entity, keyIn(entity.table, first))
    }
    this.#problem('busy', first, `others kept changing it; gave up after ${attemptLimit} attempts`)
    return 'problem'
  }

  /** Makes sure that an item has its marker. */
  async #checkItem(item: WireItem): Promise<Outcome | 'again'> {
    const { entity, constraint } = this.#job
    const { context } = this.#tools
    if (!recognizeItem(entity, item)) return 'same'
    const values = valuesOf(entity, item)
    const marker = heldMarker(constraint, values)
    if (marker === undefined) return 'same'
    const key = keyIn(entity.table, item)
    const found = await readNow(context, entity, marker)
    const next = uniqueMarker(entity, constraint.name, { marker, owner: key, values: values.before })
    if (found === undefined || this.#isExpired(found)) {
      return this.#make(item, next, { condition: isAbsent(entity, context.clock.now()) })
    }
    const owner = ownerOf(entity.table, found)
    if (owner === undefined) {
      this.#problem('taken', item, `the item ${keyText(marker)} is in the place of its marker`)
      return 'problem'
    }
    if (keyId(entity.table, owner) === keyId(entity.table, key)) {
      const expiry = expiryAttribute(entity, values.before)
      const isSame = Object.keys(expiry).every((name) => sameText(getOwn(found, name), getOwn(expiry, name)))
      return isSame ? 'same' : this.#make(item, next, { condition: isOwnedBy(key) })
    }
    const other = await readNow(context, entity, owner)
    if (this.#holds(other, marker)) return this.#duplicate(item, owner)
    return this.#make(item, next, { condition: isOwnedBy(owner), former: { key: owner, item: other } })
  }

  async #make(
    item: WireItem,
    marker: WireItem,
    { condition, former }: { readonly condition: Condition; readonly former?: Former },
  ): Promise<Outcome | 'again'> {
    const { context, isPlan, pace, sample } = this.#tools
    const { entity, name } = this.#job
    const key = keyIn(entity.table, item)
    const markerKey = keyIn(entity.table, marker)
    if (isPlan) {
      const id = keyId(entity.table, markerKey)
      const other = this.#planned.get(id)
      if (other !== undefined) return this.#duplicate(item, other)
      this.#planned.set(id, key)
    } else {
      await pace()
      const markers = unnamed(entity)
      const put: WriteAction = {
        kind: 'put',
        entity: markers,
        key: markerKey,
        item: marker,
        condition,
        marker: true,
      }
      const checks = [{ key, item }, former ?? []].flat().map((one) => this.#check(one))
      if (!(await sendUnlessChanged(context, [put, ...checks]))) return 'again'
    }
    sample({ name, kind: 'marker', key: markerKey, owner: key })
    return 'changed'
  }

  /** Makes sure that a marker belongs to an item. */
  async #checkMarker(marker: WireItem): Promise<Outcome | 'again'> {
    const { entity, name } = this.#job
    const { context, isPlan, pace, sample } = this.#tools
    const owner = ownerOf(entity.table, marker)
    if (owner === undefined || !this.#isMarker(marker)) return 'same'
    const key = keyIn(entity.table, marker)
    const item = await readNow(context, entity, owner)
    if (this.#holds(item, key)) return 'same'
    if (!isPlan) {
      await pace()
      const gone: WriteAction = {
        kind: 'delete',
        entity: unnamed(entity),
        key,
        condition: isOwnedBy(owner),
        marker: true,
      }
      if (!(await sendUnlessChanged(context, [gone, this.#check({ key: owner, item })]))) return 'again'
    }
    sample({ name, kind: 'stale-marker', key, owner })
    return 'changed'
  }

  /** The check that an item is still as it was read, in all that its marker is made of. */
  #check({ key, item }: Former): WriteAction {
    const { entity, constraint } = this.#job
    const own = constraint.attributes.map((name) => storedName(entity.forms, name))
    // In an older shape, these values may come from any attribute.
    const attributes = entity.evolution && item ? Object.keys(item) : own
    return { kind: 'check', entity, key, condition: isAsRead(entity, item, attributes) }
  }

  #duplicate(item: WireItem, other: WireItem): Outcome {
    const { entity, constraint } = this.#job
    const { message, details } = uniqueViolation(entity, constraint, valuesOf(entity, item).before)
    const { values } = details as { readonly values: { readonly [attribute: string]: unknown } }
    this.#problem('duplicate', item, `${message}: ${keyText(other)}`, { other, values })
    return 'problem'
  }

  #problem(
    kind: 'duplicate' | 'taken' | 'busy' | 'unreadable',
    item: WireItem,
    message: string,
    more: { readonly other?: WireItem; readonly values?: { readonly [attribute: string]: unknown } } = {},
  ): void {
    const { entity, name } = this.#job
    this.#tools.problem({ name, kind, key: keyIn(entity.table, item), message, ...more })
  }
}

/** The item that owned a marker before, or that it is gone. */
interface Former {
  readonly key: WireItem
  readonly item: WireItem | undefined
}

function ownerOf(table: TableDefinition, marker: WireItem): WireItem | undefined {
  const owner = getOwn(marker, ownerAttribute)
  return owner !== undefined && 'M' in owner ? keyIn(table, owner.M) : undefined
}

function sameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
