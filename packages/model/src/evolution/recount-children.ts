import { storedName } from '../codec/stored-form.ts'
import { encodeReference } from '../entities/define-relations.ts'
import { keyId } from '../entities/key-id.ts'
import { hasExpired, isPresent } from '../entities/presence.ts'
import { recountAttribute } from '../entities/recount-attribute.ts'
import { type Change, setWire } from '../expressions/change.ts'
import { allOf, attributeIs, type Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import { isConditionFailure } from '../port/service-failure.ts'
import type { WireItem } from '../port/wire.ts'
import { decodeEntity } from '../reads/decode-entity.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import { childrenQuery } from '../relations/plan-dependents.ts'
import { getOwn } from '../util/own-property.ts'
import { compileAction } from '../writes/compile-action.ts'
import type { CountJob } from './recount-job.ts'
import { attemptLimit, keyIn, keyText, type RecountTools } from './recount-tools.ts'
import type { Outcome } from './table-walk.ts'

/*
 * How items are counted while others write: a token is put into the parent, its items are counted, and the count is set
 * on condition that the token is still there. Every write that changes the count removes the token, and no item is
 * attached to the parent or detached from it without changing the count. So if the token is still there, the count is
 * right.
 */

/** How often all items are read for parents whose count others keep changing. */
const roundLimit = 5

/** A parent whose items are being counted. */
interface Counting {
  readonly key: WireItem
  readonly token: string
  /** The count as it is stored. */
  readonly stored: number | undefined
  counted: number
}

/** Recounts the items of one relation. */
export class ChildRecount {
  readonly job: CountJob
  readonly #tools: RecountTools
  readonly #token: string
  #tokens = 0
  /** Items that cannot be read, by key, so that each is reported once. */
  readonly #unreadable = new Set<string>()

  /** The token has to be unique. */
  constructor(job: CountJob, tools: RecountTools, token: string) {
    this.job = job
    this.#tools = tools
    this.#token = token
  }

  /**
   * Whether a consistent Query can find the items of one parent. If not, all items are read for all parents together.
   */
  get isByParent(): boolean {
    const { entity, relation } = this.job
    const known = [...relation.by.values()]
    const partition = entity.key.pk.flatMap(({ template }) => template.attributes)
    return entity.distribution === undefined && partition.every((attribute) => known.includes(attribute))
  }

  /** Recounts the items of a stored item, if it is a parent. */
  visit(item: WireItem): Promise<readonly Outcome[]> | undefined {
    return this.#isParent(item) ? this.#countOne(item) : undefined
  }

  async #countOne(item: WireItem): Promise<readonly Outcome[]> {
    const before = this.#unreadable.size
    const { table } = this.job.relation.entity
    const key = keyIn(table, item)
    for (let attempt = 0; attempt < attemptLimit; attempt++) {
      const counting = await this.#begin(key, item)
      if (counting === undefined) return ['same']
      counting.counted = await this.#countItems(item)
      const outcome = await this.#end(counting)
      if (outcome !== 'again') return [outcome, ...this.#unreadableSince(before)]
    }
    return [this.#busy(key, attemptLimit)]
  }

  /**
   * Recounts the items of all parents by reading all items. Returns the outcome of each parent; `undefined` when
   * interrupted.
   */
  async countAll(keep: () => Promise<void>, isStopped: () => boolean): Promise<Outcome[] | undefined> {
    const { entity, relation } = this.job
    const { table } = relation.entity
    const outcomes: Outcome[] = []
    const waiting = new Map<string, Counting>()
    const begin = async (item: WireItem) => {
      const counting = await this.#begin(keyIn(table, item), item)
      if (counting) waiting.set(keyId(table, counting.key), counting)
    }
    for await (const item of this.#itemsOf(table.name, keep)) if (this.#isParent(item)) await begin(item)
    for (let round = 0; round < roundLimit && waiting.size > 0; round++) {
      if (isStopped()) return undefined
      for await (const item of this.#itemsOf(entity.table.name, keep)) {
        const parent = this.#parentOf(item)
        const counting = parent && waiting.get(keyId(table, parent))
        if (counting) counting.counted++
      }
      for (const counting of [...waiting.values()]) {
        const outcome = await this.#end(counting)
        waiting.delete(keyId(table, counting.key))
        if (outcome === 'again') await begin(counting.key)
        else outcomes.push(outcome)
        await keep()
      }
    }
    const left = [...waiting.values()].map(({ key }) => this.#busy(key, roundLimit))
    return [...outcomes, ...left, ...this.#unreadableSince(0)]
  }

  #unreadableSince(before: number): Outcome[] {
    return Array.from({ length: this.#unreadable.size - before }, () => 'problem')
  }

  /** Puts the token into a parent; returns `undefined` when the parent is gone. */
  async #begin(key: WireItem, item: WireItem): Promise<Counting | undefined> {
    const { relation } = this.job
    const { context, isPlan, pace } = this.#tools
    const token = `${this.#token}-${this.#tokens++}`
    if (isPlan) return { key, token, stored: this.#countIn(item), counted: 0 }
    await pace()
    const set = setWire(recountAttribute, { S: token })
    const is = isPresent(relation.entity, context.clock.now())
    const found = await this.#update(key, [set], is)
    return found && { key, token, stored: this.#countIn(found), counted: 0 }
  }

  /** Sets the count and removes the token, if it is still there. */
  async #end({ key, token, stored, counted }: Counting): Promise<Outcome | 'again'> {
    const { name, count } = this.job
    const { isPlan, pace, sample } = this.#tools
    const isRight = (stored ?? 0) === counted
    if (!isPlan) {
      await pace()
      const changes: Change[] = [{ kind: 'remove', steps: [recountAttribute] }]
      if (!isRight) changes.push(setWire(count, { N: String(counted) }))
      const found = await this.#update(key, changes, attributeIs(recountAttribute, { S: token }))
      if (found === undefined) return 'again'
    }
    if (isRight) return 'same'
    sample({ name, kind: 'count', key, ...(stored !== undefined && { before: stored }), after: counted })
    return 'changed'
  }

  /** Updates a parent and returns it as it is then; `undefined` when the condition fails. */
  async #update(
    key: WireItem,
    changes: readonly Change[],
    condition: Condition,
  ): Promise<WireItem | undefined> {
    const { entity } = this.job.relation
    const action = { kind: 'update', entity, key, changes, condition: allOf([condition]) } as const
    const { input } = compileAction(action, 'ALL_NEW')
    try {
      const { Attributes } = await this.#tools.context.port.send('UpdateItem', input as never)
      return Attributes ?? {}
    } catch (error) {
      if (!isConditionFailure(error)) throw error
      return undefined
    }
  }

  async #countItems(parent: WireItem): Promise<number> {
    const { entity, relation } = this.job
    const { context } = this.#tools
    const { table } = relation.entity
    const values = decodeEntity(relation.entity, parent) as Values
    const dependent = { entity, relation: { ...relation, find: undefined } }
    const query = childrenQuery(dependent, values, context.clock.now())
    const id = keyId(table, parent)
    let counted = 0
    for (let start: WireItem | undefined; ; ) {
      const { Items = [], LastEvaluatedKey } = await context.port.send('Query', {
        ...query,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      })
      for (const item of Items) {
        const found = this.#parentOf(item)
        if (found && keyId(table, found) === id) counted++
      }
      if (LastEvaluatedKey === undefined) return counted
      start = LastEvaluatedKey
    }
  }

  /** Returns the key of the parent that an item belongs to, if the item is one of those counted. */
  #parentOf(item: WireItem): WireItem | undefined {
    const { entity, relation } = this.job
    if (!recognizeItem(entity, item)) return undefined
    try {
      return encodeReference(relation, decodeEntity(entity, item) as Values)
    } catch (error) {
      this.#cannotRead(item, error as Error)
      return undefined
    }
  }

  #cannotRead(item: WireItem, { message }: Error): void {
    const { name, entity } = this.job
    const id = keyId(entity.table, item)
    if (this.#unreadable.has(id)) return
    this.#unreadable.add(id)
    this.#tools.problem({ name, kind: 'unreadable', key: keyIn(entity.table, item), message })
  }

  async *#itemsOf(TableName: string, keep: () => Promise<void>): AsyncGenerator<WireItem, void> {
    const { port } = this.#tools.context
    for (let start: WireItem | undefined; ; ) {
      const { Items = [], LastEvaluatedKey } = await port.send('Scan', {
        TableName,
        ConsistentRead: true,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      })
      yield* Items
      await keep()
      if (LastEvaluatedKey === undefined) return
      start = LastEvaluatedKey
    }
  }

  #isParent(item: WireItem): boolean {
    const { entity } = this.job.relation
    return recognizeItem(entity, item) && !hasExpired(entity, item, this.#tools.context.clock.now())
  }

  #countIn(item: WireItem): number | undefined {
    const { count, relation } = this.job
    const value = getOwn(item, storedName(relation.entity.forms, count))
    return value !== undefined && 'N' in value ? Number(value.N) : undefined
  }

  #busy(key: WireItem, times: number): Outcome {
    const { name, entity, relation } = this.job
    const message =
      `${entity.name} items kept being added to or removed from ${relation.entity.name} ${keyText(key)} while they were ` +
      `counted; gave up after ${times} attempts`
    this.#tools.problem({ name, kind: 'busy', key, message })
    return 'problem'
  }
}
