import type { Clock } from '@monotable/engine'
import type { AttributeMap } from '@monotable/protocol'
import { attributeTypeOf, getOwn, ServiceError, valueSizeBytes } from '@monotable/protocol'
import type { Json, Outcome } from '../wire-call.ts'
import { holds } from './condition.ts'
import { fragment } from './document.ts'
import { normalText } from './normal-form.ts'
import { Refusal } from './refusal.ts'
import type { GetMeaning, WriteMeaning } from './request-meaning.ts'
import { indexKeyParts, pick, type TableShape, tableKeyParts } from './table-shape.ts'
import { addWrite, type Detail, noUsage, readUnits, report, sizeOf, type Usage } from './units.ts'
import { applyActions, knownType } from './update.ts'

/** A table of the model: its shape, and its items in no particular order. */
export interface NaiveTable {
  shape: TableShape
  items: AttributeMap[]
}

interface RememberedToken {
  readonly request: string
  readonly expiresMs: number
  /** Set if the transaction succeeded, and not if it was cancelled. */
  readonly sizes: Sizes | undefined
}

type Sizes = readonly (readonly [table: string, bytes: number])[]

interface Written {
  readonly table: NaiveTable
  readonly before: AttributeMap | undefined
  readonly after: AttributeMap | undefined
}

const tokenLifeMs = 10 * 60 * 1000

/** DynamoDB as its documentation describes it, with lists of items and no optimisations. */
export class NaiveDatabase {
  readonly tables = new Map<string, NaiveTable>()
  readonly #tokens = new Map<string, RememberedToken>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Runs an operation of the model and returns what a client would see. */
  outcomeOf(run: () => Json): Outcome {
    try {
      return { answer: run() }
    } catch (error) {
      if (error instanceof Refusal) return { error: error.code, fields: error.fields, message: '' }
      if (error instanceof ServiceError) return { error: error.name, fields: {}, message: error.message }
      throw error
    }
  }

  require(name: string): NaiveTable {
    const table = this.tables.get(name)
    if (table === undefined) throw new Refusal('ResourceNotFoundException')
    return table
  }

  /** Returns the item with the key that these attributes hold. */
  find(table: NaiveTable, key: AttributeMap): AttributeMap | undefined {
    const wanted = keyText(table.shape, key)
    return table.items.find((item) => keyText(table.shape, item) === wanted)
  }

  write(meaning: WriteMeaning): Json {
    const table = this.require(meaning.table)
    checkWrite(table.shape, meaning)
    const written = this.#plan(table, meaning)
    this.#commit(written)
    const usage = noUsage()
    addWrite(usage, table.shape, written)
    return {
      Attributes: attributesOf(meaning, written),
      ConsumedCapacity: report(table.shape, usage, { detail: meaning.detail }),
    }
  }

  get(meaning: GetMeaning): Json {
    const table = this.require(meaning.table)
    checkKey(table.shape, meaning.key)
    const item = this.find(table, meaning.key)
    const usage = { ...noUsage(), table: readUnits(sizeOf(item), meaning.consistent) }
    return {
      Item: item && shown(item, meaning),
      ConsumedCapacity: report(table.shape, usage, { detail: meaning.detail }),
    }
  }

  batchGet(meanings: readonly GetMeaning[], detail: Detail): Json {
    const responses = new Map<string, unknown[]>(meanings.map(({ table }) => [table, []]))
    const usages = new Map<TableShape, Usage>()
    for (const meaning of meanings) this.require(meaning.table)
    for (const meaning of meanings) {
      const { shape } = this.require(meaning.table)
      checkKey(shape, meaning.key)
    }
    for (const meaning of meanings) {
      const table = this.require(meaning.table)
      const item = this.find(table, meaning.key)
      if (item !== undefined) responses.get(meaning.table)?.push(shown(item, meaning))
      usageFor(usages, table.shape).table += readUnits(sizeOf(item), meaning.consistent)
    }
    return {
      Responses: Object.fromEntries(responses),
      UnprocessedKeys: {},
      ConsumedCapacity: reports(usages, detail),
    }
  }

  batchWrite(meanings: readonly WriteMeaning[], detail: Detail): Json {
    for (const meaning of meanings) this.require(meaning.table)
    for (const meaning of meanings) checkWrite(this.require(meaning.table).shape, meaning)
    const places = meanings.map(
      (meaning) => meaning.table + keyText(this.require(meaning.table).shape, meaning.item),
    )
    if (new Set(places).size < places.length) throw new Refusal('ValidationException')
    const usages = new Map<TableShape, Usage>()
    for (const meaning of meanings) {
      const table = this.require(meaning.table)
      const written = this.#plan(table, meaning)
      this.#commit(written)
      addWrite(usageFor(usages, table.shape), table.shape, written)
    }
    return { UnprocessedItems: {}, ConsumedCapacity: reports(usages, detail) }
  }

  transactGet(meanings: readonly GetMeaning[], detail: Detail): Json {
    for (const meaning of meanings) this.require(meaning.table)
    const usages = new Map<TableShape, Usage>()
    const responses = meanings.map((meaning) => {
      const table = this.require(meaning.table)
      const item = this.find(table, meaning.key)
      usageFor(usages, table.shape).table += 2 * readUnits(sizeOf(item), true)
      const answer = item && shown(item, meaning)
      return answer === undefined || Object.keys(answer).length === 0 ? {} : { Item: answer }
    })
    return { Responses: responses, ConsumedCapacity: reports(usages, detail, 'Read') }
  }

  transactWrite(
    meanings: readonly WriteMeaning[],
    { token, request, detail }: { token: string | undefined; request: string; detail: Detail },
  ): Json {
    for (const meaning of meanings) this.require(meaning.table)
    this.#checkActions(meanings, checkKeyOf)
    const places = meanings.map(
      (meaning) => meaning.table + keyText(this.require(meaning.table).shape, meaning.item),
    )
    if (new Set(places).size < places.length) throw new Refusal('ValidationException')
    this.#checkActions(meanings, checkWrite)
    const known = token === undefined ? undefined : this.#remembered(token)
    if (known !== undefined && known.request !== request) {
      throw new Refusal('IdempotentParameterMismatchException')
    }
    if (known?.sizes !== undefined) return this.#repeat(known.sizes, detail)
    const remember = (sizes?: Sizes) => {
      if (token === undefined) return
      this.#tokens.set(token, { request, expiresMs: this.#clock.now() + tokenLifeMs, sizes })
    }
    const written = this.#decideOr(meanings, remember)
    for (const one of written) this.#commit(one)
    const usages = new Map<TableShape, Usage>()
    for (const one of written)
      addWrite(usageFor(usages, one.table.shape), one.table.shape, { ...one, factor: 2 })
    remember(
      written.map(({ table, before, after }) => [table.shape.name, Math.max(sizeOf(before), sizeOf(after))]),
    )
    return { ConsumedCapacity: reports(usages, detail, 'Write') }
  }

  /** Remembers the token even if the request is cancelled: it belongs to that request. */
  #decideOr(meanings: readonly WriteMeaning[], remember: () => void): Written[] {
    try {
      return this.#decide(meanings)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'TransactionCanceledException') remember()
      throw error
    }
  }

  // Faults that do not depend on the items cancel the transaction before its token is looked at.
  #checkActions(meanings: readonly WriteMeaning[], check: typeof checkWrite): void {
    for (const [position, meaning] of meanings.entries()) {
      try {
        check(this.require(meaning.table).shape, meaning)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        throw error.fields['bare'] === true ? error : canceled(meanings.length, position)
      }
    }
  }

  #remembered(token: string): RememberedToken | undefined {
    const known = this.#tokens.get(token)
    return known !== undefined && known.expiresMs > this.#clock.now() ? known : undefined
  }

  #repeat(sizes: Sizes, detail: Detail): Json {
    const usages = new Map<TableShape, Usage>()
    for (const [name, bytes] of sizes) {
      usageFor(usages, this.require(name).shape).table += 2 * readUnits(bytes, true)
    }
    return { ConsumedCapacity: reports(usages, detail, 'Read') }
  }

  #decide(meanings: readonly WriteMeaning[]): Written[] {
    const written: Written[] = []
    const reasons = meanings.map((meaning) => {
      try {
        written.push(this.#plan(this.require(meaning.table), meaning))
        return { Code: 'None' }
      } catch (error) {
        if (error instanceof Refusal && error.fields['bare'] === true) throw error
        const isCheck = error instanceof Refusal && error.code === 'ConditionalCheckFailedException'
        return isCheck ? { Code: 'ConditionalCheckFailed', ...error.fields } : { Code: 'ValidationError' }
      }
    })
    if (written.length === meanings.length) return written
    throw new Refusal('TransactionCanceledException', { CancellationReasons: reasons })
  }

  #plan(table: NaiveTable, meaning: WriteMeaning): Written {
    const before = this.find(table, meaning.item)
    if (meaning.condition !== undefined && !holds(meaning.condition, before ?? {})) {
      const Item = meaning.returnsItemOnFailure ? before : undefined
      throw new Refusal('ConditionalCheckFailedException', { ...(Item && { Item }) })
    }
    return { table, before, after: this.#after(table, meaning, before) }
  }

  #after(
    table: NaiveTable,
    meaning: WriteMeaning,
    before: AttributeMap | undefined,
  ): AttributeMap | undefined {
    if (meaning.kind === 'put') return meaning.item
    if (meaning.kind === 'delete') return undefined
    if (meaning.kind === 'check') return before
    const after = applyActions(before, meaning.item, meaning.actions)
    const written = new Set(meaning.actions.map(({ path: [name] }) => name))
    if (after !== undefined) checkIndexKeys(table.shape, after, written)
    return after
  }

  #commit({ table, before, after }: Written): void {
    if (before !== undefined) table.items = table.items.filter((item) => item !== before)
    if (after !== undefined) table.items.push(after)
  }
}

function keyText(shape: TableShape, item: AttributeMap): string {
  return normalText(
    pick(
      item,
      tableKeyParts(shape).map(({ name }) => name),
    ),
  )
}

function canceled(count: number, position: number): Refusal {
  const reasons = Array.from({ length: count }, (_, index) => ({
    Code: index === position ? 'ValidationError' : 'None',
  }))
  return new Refusal('TransactionCanceledException', { CancellationReasons: reasons })
}

function checkKeyOf(shape: TableShape, { kind, item }: WriteMeaning): void {
  if (kind !== 'put') checkKey(shape, item)
  else for (const { name, type } of tableKeyParts(shape)) requireFit(item, name, type)
}

function checkWrite(shape: TableShape, meaning: WriteMeaning): void {
  checkKeyOf(shape, meaning)
  const isKey = (name: string) => tableKeyParts(shape).some((part) => part.name === name)
  if (meaning.actions.some(({ path: [name] }) => isKey(name))) throw new Refusal('ValidationException')
  if (meaning.kind === 'put') checkIndexKeys(shape, meaning.item)
  // An update that evidently gives an index key another type is refused, whatever its condition says.
  for (const action of meaning.actions) {
    const parts = shape.indexes.flatMap(indexKeyParts).filter(({ name }) => name === action.path[0])
    const type = knownType(action)
    if (type !== undefined && parts.some((part) => part.type !== type))
      throw new Refusal('ValidationException')
  }
}

function checkKey(shape: TableShape, key: AttributeMap): void {
  if (Object.keys(key).length !== tableKeyParts(shape).length) throw new Refusal('ValidationException')
  for (const { name, type } of tableKeyParts(shape)) requireFit(key, name, type)
}

/**
 * Refuses a key that is missing, has another type, or is empty; the last is marked, since transactions treat it
 * differently.
 */
function requireFit(item: AttributeMap, name: string, type: string): void {
  const value = getOwn(item, name)
  if (value === undefined || attributeTypeOf(value) !== type) throw new Refusal('ValidationException')
  if (valueSizeBytes(value) === 0) throw new Refusal('ValidationException', { bare: true })
}

function checkIndexKeys(shape: TableShape, item: AttributeMap, written?: ReadonlySet<string>): void {
  const own = new Set(tableKeyParts(shape).map(({ name }) => name))
  for (const { name, type } of shape.indexes.flatMap(indexKeyParts)) {
    if (own.has(name) || (written !== undefined && !written.has(name))) continue
    if (getOwn(item, name) !== undefined) requireFit(item, name, type)
  }
}

function attributesOf(meaning: WriteMeaning, { before, after }: Written): AttributeMap | undefined {
  const paths = meaning.actions.map(({ path }) => path)
  const part = (item: AttributeMap | undefined) => {
    const result = item && fragment(item, paths)
    return result && Object.keys(result).length > 0 ? result : undefined
  }
  switch (meaning.returnValues) {
    case 'ALL_OLD':
      return before
    case 'ALL_NEW':
      return after
    case 'UPDATED_OLD':
      return part(before)
    case 'UPDATED_NEW':
      return part(after)
    default:
      return undefined
  }
}

function shown(item: AttributeMap, { projection }: GetMeaning): AttributeMap {
  return projection === undefined ? item : fragment(item, projection)
}

function usageFor(usages: Map<TableShape, Usage>, shape: TableShape): Usage {
  const usage = usages.get(shape) ?? noUsage()
  usages.set(shape, usage)
  return usage
}

function reports(
  usages: ReadonlyMap<TableShape, Usage>,
  detail: Detail,
  kind?: 'Read' | 'Write',
): object[] | undefined {
  if (detail === undefined || detail === 'NONE') return undefined
  return [...usages].map(([shape, usage]) => report(shape, usage, { detail, ...(kind && { kind }) }) ?? {})
}
