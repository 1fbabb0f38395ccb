import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@monotable/engine'
import { expect } from 'vitest'
import { addIndexInput, dropIndexInput } from '../generate/generate-shape.ts'
import { normalTexts } from '../model/normal-form.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { type Json, wireAnswer, wireCall } from '../wire-call.ts'
import { type ClientPool, clientTable, keyOf, scanAll } from './client-pool.ts'
import { followStream } from './follow-stream.ts'
import { checkIndexesOf } from './write-with-indexes.ts'

const TableName = 'Indexed'
/** Many keys and few late writes: the next write of an item would hide that an earlier one went wrong. */
const keysOfEach = 30
const lateWrites = 3

/**
 * Clients write, each its own items, while others change the settings of the table, or delete and recreate it.
 * Afterwards every acknowledged write is there, and everything derived from the items agrees with them: indexes, the
 * stream, the history.
 */
export class TableRace {
  readonly #pool: ClientPool
  /**
   * The known states of items, by key. An item is missing here if its last write failed or the table was recreated
   * since.
   */
  readonly #known = new Map<string, string>()
  /** Odd while the table may be in the course of being deleted and recreated. */
  #generation = 0
  #restored = 0
  #writes = 0

  constructor(pool: ClientPool) {
    this.#pool = pool
  }

  async open(): Promise<void> {
    await wireAnswer(this.#pool.db, 'CreateTable', clientTable(TableName))
  }

  /** Two clients change the table; the others write until that is done, and a little longer. */
  async run(): Promise<void> {
    const { random, rounds, clients } = this.#pool
    let left = rounds
    const change = async (isFirst: boolean, own: SeededRandom): Promise<void> => {
      for (; left > 0; left--) {
        if (isFirst && own.percent(10)) await this.#makeAnew()
        else await this.#change(own)
      }
    }
    const write = async (id: number, own: SeededRandom): Promise<void> => {
      for (let late = 0; late < lateWrites; late += left > 0 ? 0 : 1) await this.#write(id, own)
    }
    const writers = Array.from({ length: clients }, (_, id) => write(id, random.fork()))
    await Promise.all([change(true, random.fork()), change(false, random.fork()), ...writers])
  }

  /** Checks the invariants. Must be called while no client is active. */
  async check(): Promise<void> {
    const { db } = this.#pool
    await this.#untilActive()
    const items = await scanAll(db, TableName)
    const byKey = new Map(items.map((item) => [textOfKey(item), JSON.stringify(item)]))
    for (const [key, text] of this.#known) expect(byKey.get(key) ?? 'none', key).toBe(text)
    await checkIndexesOf(db)
    await this.#checkStream(byKey)
    await this.#checkHistory(items)
  }

  async #write(id: number, random: SeededRandom): Promise<void> {
    const key = keyOf(`p${id}`, `s${random.below(keysOfEach)}`)
    const name = textOfKey(key)
    const generation = this.#generation
    const item = {
      ...key,
      ...(random.percent(80) && { gp: { S: `g${random.below(3)}` } }),
      ...(random.percent(80) && { ls: { S: `l${random.below(3)}` } }),
      number: { N: String(this.#writes++) },
    }
    const [request, text] = random.pick<readonly [readonly [string, Json], string]>([
      [['PutItem', { TableName, Item: item }], JSON.stringify(item)],
      [
        ['BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: item } }] } }],
        JSON.stringify(item),
      ],
      [['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: item } }] }], JSON.stringify(item)],
      [['DeleteItem', { TableName, Key: key }], 'none'],
    ])
    this.#known.delete(name)
    const { error } = await wireCall(this.#pool.db, ...request)
    if (error === undefined && generation === this.#generation && generation % 2 === 0)
      this.#known.set(name, text)
    const isExpected = [undefined, 'ResourceNotFoundException', 'InternalServerError']
    expect(isExpected, request[0]).toContain(error)
    if (generation === this.#generation && generation % 2 === 0)
      expect(error).not.toBe('ResourceNotFoundException')
  }

  async #makeAnew(): Promise<void> {
    const { db } = this.#pool
    this.#generation += 1
    const { error } = await wireCall(db, 'DeleteTable', { TableName })
    // A table cannot be deleted while an index is being filled.
    if (error === undefined) {
      this.#known.clear()
      await wireAnswer(db, 'CreateTable', clientTable(TableName))
    } else expect(error).toBe('ResourceInUseException')
    this.#known.clear()
    this.#generation += 1
  }

  async #change(random: SeededRandom): Promise<void> {
    const index = { ...addedIndex, projection: random.pick(['ALL', 'KEYS_ONLY'] as const) }
    const Enabled = random.percent(60)
    const StreamSpecification = Enabled
      ? { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' }
      : { StreamEnabled: false }
    const [operation, input] = random.pick<readonly [string, Json]>([
      ['UpdateTable', addIndexInput(TableName, index)],
      ['UpdateTable', dropIndexInput(TableName, random.pick([index.name, index.name, 'global']))],
      ['UpdateTable', { TableName, StreamSpecification }],
      ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'expires', Enabled } }],
      [
        'UpdateContinuousBackups',
        { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: Enabled } },
      ],
      ['UpdateTable', { TableName, DeletionProtectionEnabled: false }],
    ])
    const { error } = await wireCall(this.#pool.db, operation, input)
    expect(
      [
        undefined,
        'ValidationException',
        'ResourceNotFoundException',
        'ResourceInUseException',
        'TableNotFoundException',
        'LimitExceededException',
        'ContinuousBackupsUnavailableException',
        'InternalServerError',
      ],
      operation,
    ).toContain(error)
  }

  async #untilActive(): Promise<void> {
    for (;;) {
      const { Table } = (await wireAnswer(this.#pool.db, 'DescribeTable', { TableName })) as { Table: Json }
      const indexes = (Table['GlobalSecondaryIndexes'] ?? []) as Json[]
      if (indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return
      await pause(20)
    }
  }

  /**
   * Checks that each change of an item starts from the result of the one before, and that the last matches the table.
   */
  async #checkStream(byKey: ReadonlyMap<string, string>): Promise<void> {
    const { db } = this.#pool
    const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName })) as { Table: Json }
    if (Table['StreamSpecification'] === undefined) return
    const states = new Map<string, string>()
    const imageText = (image: unknown) => (image === undefined ? 'none' : sortedText(image as Json))
    for (const { dynamodb } of await followStream(db, Table['LatestStreamArn'] as string)) {
      const { Keys, NewImage, OldImage } = dynamodb as Json
      const key = textOfKey(Keys as Json)
      const before = states.get(key)
      if (before !== undefined) expect(imageText(OldImage), key).toBe(before)
      states.set(key, imageText(NewImage))
    }
    for (const [key, state] of states) {
      const text = byKey.get(key)
      expect(text === undefined ? 'none' : imageText(JSON.parse(text)), key).toBe(state)
    }
  }

  /** Checks that restoring to the latest moment gives the current items. */
  async #checkHistory(items: readonly Json[]): Promise<void> {
    const { db } = this.#pool
    this.#restored += 1
    const TargetTableName = `Restored${this.#restored}`
    const restore = { SourceTableName: TableName, TargetTableName, UseLatestRestorableTime: true }
    const { error, message = '' } = {
      message: '',
      ...(await wireCall(db, 'RestoreTableToPointInTime', restore)),
    }
    if (error !== undefined) {
      expect(error, message).toBe('PointInTimeRecoveryUnavailableException')
      return
    }
    for (;;) {
      const { Table } = (await wireAnswer(db, 'DescribeTable', { TableName: TargetTableName })) as {
        Table: Json
      }
      if (Table['TableStatus'] === 'ACTIVE') break
      await pause(20)
    }
    const restored = await scanAll(db, TargetTableName)
    expect(normalTexts(restored as never[])).toEqual(normalTexts(items as never[]))
    await wireAnswer(db, 'DeleteTable', { TableName: TargetTableName })
  }
}

const addedIndex = {
  name: 'added',
  kind: 'global',
  hash: [{ name: 'ls', type: 'S' }],
  range: [{ name: 'gp', type: 'S' }],
} as const

function textOfKey({ pk, sk }: Json): string {
  return JSON.stringify([pk, sk])
}

function sortedText(item: Json): string {
  return JSON.stringify(Object.entries(item).sort())
}

/** Returns a database that sends each request to any of several databases over one store. */
export function anyOf(dbs: readonly Database[], random: SeededRandom): Database {
  const execute: Database['execute'] = (...request) => random.pick(dbs).execute(...request)
  return { execute } as Pick<Database, 'execute'> as Database
}
