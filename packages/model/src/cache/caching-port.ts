import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import type { Port } from '../port/port.ts'
import type {
  BatchGetItemInput,
  BatchWriteItemInput,
  GetItemInput,
  OperationInputs,
  OperationName,
  OperationOutputs,
  TransactWriteItemsInput,
  WireItem,
} from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { CachedItems, Reading } from './cached-items.ts'
import { copyItem } from './copy-item.ts'

type BatchReads = { [table: string]: BatchGetItemInput['RequestItems'][string] }

/** Answers reads of an entity's items from the cache, and updates it from every read and write that passes through. */
export function cachingPort(port: Port, entity: EntityDefinition, items: CachedItems): Port {
  return { send: (operation, input) => new CachedCall(port, entity, items).send(operation, input) as never }
}

class CachedCall {
  readonly #port: Port
  readonly #entity: EntityDefinition
  readonly #items: CachedItems

  constructor(port: Port, entity: EntityDefinition, items: CachedItems) {
    this.#port = port
    this.#entity = entity
    this.#items = items
  }

  send<Name extends OperationName>(operation: Name, input: OperationInputs[Name]): Promise<unknown> {
    switch (operation) {
      case 'GetItem':
        return this.#getItem(input as GetItemInput)
      case 'BatchGetItem':
        return this.#batchGetItem(input as BatchGetItemInput)
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
      case 'BatchWriteItem':
      case 'TransactWriteItems':
        return this.#write(operation, input)
      default:
        return this.#port.send(operation, input)
    }
  }

  /** Returns the cache's id for an item of the entity; `undefined` for other items. */
  #idOf(table: string, key: WireItem): string | undefined {
    if (table !== this.#entity.table.name) return undefined
    const { pk, sk } = this.#entity.key
    const isKey = [...pk, ...sk].every(({ attribute, plain, template }) => {
      const value = getOwn(key, attribute.name)
      if (value === undefined) return false
      return plain !== undefined || ('S' in value && template.pattern.test(value.S))
    })
    return isKey ? keyId(this.#entity.table, key) : undefined
  }

  async #getItem(input: GetItemInput): Promise<OperationOutputs['GetItem']> {
    const id = this.#idOf(input.TableName, input.Key)
    if (id === undefined || input.ProjectionExpression !== undefined) return this.#port.send('GetItem', input)
    if (input.ConsistentRead !== true) {
      const known = this.#items.find(id)
      if (known !== undefined) return { Item: known }
      // The other caller may have aborted its read; that must not fail this one.
      const other = this.#items.findAnswer(id)?.catch(() => undefined)
      const answer = other && (await other)
      if (answer !== undefined) return copyAnswer(answer)
    }
    const reading = this.#items.beginRead(id)
    const isLate = this.#items.hasChanged(id)
    reading.answer = this.#port.send('GetItem', isLate ? { ...input, ConsistentRead: true } : input)
    try {
      const answer = await reading.answer
      this.#items.endRead(id, reading, answer.Item)
      return answer
    } catch (error) {
      this.#items.cancelRead(id, reading)
      throw error
    }
  }

  async #batchGetItem(input: BatchGetItemInput): Promise<OperationOutputs['BatchGetItem']> {
    const { name } = this.#entity.table
    const asked = getOwn(input.RequestItems, name)
    if (asked === undefined || 'ProjectionExpression' in asked) return this.#port.send('BatchGetItem', input)
    const { known, readings, request } = this.#splitBatch(asked)
    const RequestItems: BatchReads = { ...input.RequestItems }
    if (request === undefined) delete RequestItems[name]
    else setOwn(RequestItems, name, request)
    if (Object.keys(RequestItems).length === 0) return { Responses: Object.fromEntries([[name, known]]) }
    try {
      const answer = await this.#port.send('BatchGetItem', { RequestItems })
      const found = getOwn(answer.Responses ?? {}, name) ?? []
      this.#learn(readings, found, getOwn(answer.UnprocessedKeys ?? {}, name)?.Keys ?? [])
      const all = Object.fromEntries([
        ...Object.entries(answer.Responses ?? {}),
        [name, [...found, ...known]],
      ])
      return { ...answer, Responses: all }
    } catch (error) {
      for (const [id, reading] of readings) this.#items.cancelRead(id, reading)
      throw error
    }
  }

  /** Splits a batch into the items that are cached and the request for the rest. */
  #splitBatch(asked: BatchReads[string]) {
    const known: WireItem[] = []
    const keys: WireItem[] = []
    const readings = new Map<string, Reading>()
    let isLate = false
    for (const key of asked.Keys) {
      const id = this.#idOf(this.#entity.table.name, key)
      const item = id === undefined || asked.ConsistentRead === true ? undefined : this.#items.find(id)
      if (item !== undefined) known.push(item)
      else {
        keys.push(key)
        isLate ||= id !== undefined && this.#items.hasChanged(id)
        if (id !== undefined) readings.set(id, this.#items.beginRead(id))
      }
    }
    const consistent = { ...((isLate || asked.ConsistentRead === true) && { ConsistentRead: true }) }
    return { known, readings, request: keys.length === 0 ? undefined : { Keys: keys, ...consistent } }
  }

  #learn(
    readings: ReadonlyMap<string, Reading>,
    found: readonly WireItem[],
    undone: readonly WireItem[],
  ): void {
    const { table } = this.#entity
    const byId = new Map(found.map((item) => [keyId(table, item), item]))
    const left = new Set(undone.map((key) => keyId(table, key)))
    for (const [id, reading] of readings) {
      if (left.has(id)) this.#items.cancelRead(id, reading)
      else this.#items.endRead(id, reading, byId.get(id))
    }
  }

  async #write<Name extends OperationName>(operation: Name, input: OperationInputs[Name]) {
    const written = new Map<string, WireItem | undefined>()
    for (const { table, key, item } of writesOf(operation, input)) {
      const id = this.#idOf(table, key)
      if (id !== undefined) written.set(id, item)
    }
    for (const id of written.keys()) this.#items.beginWrite(id)
    let answer: OperationOutputs[Name] | undefined
    try {
      answer = await this.#port.send(operation, input)
      return answer
    } finally {
      // A write that failed may have been applied nevertheless.
      for (const [id, item] of written)
        this.#items.endWrite(id, answer && this.#after(id, input, item, answer))
    }
  }

  /** Returns the item as a write has left it, if the answer or the request tells. */
  #after(id: string, input: object, item: WireItem | undefined, answer: object): WireItem | undefined {
    const { UnprocessedItems, Attributes } = answer as {
      readonly UnprocessedItems?: BatchWriteItemInput['RequestItems']
      readonly Attributes?: WireItem
    }
    if ((input as { readonly ReturnValues?: string }).ReturnValues === 'ALL_NEW') return Attributes
    const undone = writesOf('BatchWriteItem', { RequestItems: UnprocessedItems ?? {} })
    return undone.some(({ table, key }) => this.#idOf(table, key) === id) ? undefined : item
  }
}

/** A write of an item, with what it stores, if known. */
interface ItemWrite {
  readonly table: string
  readonly key: WireItem
  readonly item?: WireItem | undefined
}

function writesOf(operation: OperationName, input: object): readonly ItemWrite[] {
  if (operation === 'BatchWriteItem') {
    return Object.entries((input as BatchWriteItemInput).RequestItems).flatMap(([table, members]) => {
      return members.map(({ PutRequest: put, DeleteRequest: removal }) => {
        return { table, key: put?.Item ?? removal?.Key ?? {}, item: put?.Item }
      })
    })
  }
  if (operation === 'TransactWriteItems') {
    const members = (input as TransactWriteItemsInput).TransactItems.flatMap((member) =>
      Object.values(member),
    )
    // Items written by a transaction are read again: some members may be updates, whose result is not known.
    return members.map((member) => ({ ...writeOf(member), item: undefined }))
  }
  return [writeOf(input)]
}

function writeOf(input: object): ItemWrite {
  const { TableName, Key, Item } = input as {
    readonly TableName: string
    readonly Key?: WireItem
    readonly Item?: WireItem
  }
  return { table: TableName, key: Item ?? Key ?? {}, item: Item }
}

function copyAnswer({ Item }: OperationOutputs['GetItem']): OperationOutputs['GetItem'] {
  return Item === undefined ? {} : { Item: copyItem(Item) }
}
