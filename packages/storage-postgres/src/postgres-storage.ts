import { randomBytes } from 'node:crypto'
import {
  type ByteString,
  type Decision,
  type RangePage,
  type RangeRequest,
  type ReadKey,
  type RecordKey,
  type RecordValue,
  type SpaceId,
  type SpaceSize,
  type Storage,
  StorageError,
  type StorageSnapshot,
} from '@monotable/engine'
import { CommitQueue } from './commit-queue.ts'
import { isConflict, storageFailure } from './postgres-failure.ts'
import { readPage } from './range-reader.ts'
import { readStatement, sizeStatement } from './read-statements.ts'
import { createTableSql, tableOf } from './space-name.ts'
import type { Sql, Statement } from './sql.ts'

/** A store in a schema of a PostgreSQL database. Any number of processes can have it open at the same time. */
export class PostgresStorage implements Storage {
  readonly isShared = true
  readonly #sql: Sql
  readonly #queue: CommitQueue
  #closing: Promise<void> | undefined

  constructor(sql: Sql) {
    this.#sql = sql
    this.#queue = new CommitQueue(sql)
  }

  async createSpace(space: SpaceId): Promise<void> {
    await this.#define([
      { text: createTableSql(tableOf(space)), values: [] },
      { text: 'INSERT INTO spaces (name) VALUES ($1) ON CONFLICT DO NOTHING', values: [space] },
    ])
  }

  async dropSpace(space: SpaceId): Promise<void> {
    await this.#define(dropStatements(space))
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    const rows = await this.#guard(() => this.#sql.query({ text: 'SELECT name FROM spaces', values: [] }))
    return rows.map(([name]) => name as string)
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    this.#requireOpen()
    if (keys.length === 0) return []
    const values: (RecordValue | undefined)[] = new Array(keys.length).fill(undefined)
    const rows = await this.#guard(() => this.#sql.query(readStatement(keys)))
    for (const [number, , sizeBytes, doc] of rows) {
      values[number as number] = { doc: doc as string, sizeBytes: sizeBytes as number }
    }
    return values
  }

  range(request: RangeRequest): Promise<RangePage> {
    return this.#guard(() => readPage(this.#sql, request))
  }

  async mutate<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    this.#requireOpen()
    return this.#queue.add(keys, decide)
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    const [row] = await this.#guard(() => this.#sql.query(sizeStatement(space, partition)))
    return { records: Number(row?.[0]), sizeBytes: Number(row?.[1]) }
  }

  async clear(): Promise<void> {
    const spaces = await this.listSpaces()
    await this.#define(spaces.flatMap(dropStatements))
  }

  async snapshot(): Promise<StorageSnapshot> {
    this.#requireOpen()
    await this.#queue.drained()
    const prefix = `copy_${randomBytes(8).toString('hex')}_`
    return this.#guard(() =>
      this.#sql.inSnapshot(async (query) => {
        const rows = await query({ text: 'SELECT name FROM spaces', values: [] })
        const copies = rows.map(([name], i) => ({ space: name as string, table: `"${prefix}${i}"` }))
        for (const { space, table } of copies) {
          await query({ text: `CREATE TABLE ${table} AS SELECT * FROM ${tableOf(space)}`, values: [] })
        }
        return new PostgresSnapshot(this, copies, (statements) => this.#define(statements))
      }),
    )
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    this.#requireOpen()
    const copies = PostgresSnapshot.copiesOf(snapshot, this)
    await this.#queue.drained()
    const spaces = await this.listSpaces()
    await this.#define([
      ...spaces.flatMap(dropStatements),
      ...copies.flatMap(({ space, table }) => [
        { text: createTableSql(tableOf(space)), values: [] },
        { text: `INSERT INTO ${tableOf(space)} SELECT * FROM ${table}`, values: [] },
        { text: 'INSERT INTO spaces (name) VALUES ($1) ON CONFLICT DO NOTHING', values: [space] },
      ]),
    ])
  }

  close(): Promise<void> {
    this.#closing ??= this.#queue.drained().then(() => this.#sql.close())
    return this.#closing
  }

  /** Changes which tables there are, behind all that was asked for before. */
  async #define(statements: readonly Statement[]): Promise<void> {
    this.#requireOpen()
    await this.#queue.drained()
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#sql.transact(statements)
        return
      } catch (error) {
        // Two who make the same table at the same time: one of them is told of it, and finds it there.
        if (!isConflict(error) || attempt >= 10) throw storageFailure(error)
      }
    }
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#requireOpen()
    try {
      return await work()
    } catch (error) {
      throw storageFailure(error)
    }
  }

  #requireOpen(): void {
    if (this.#closing) throw new StorageError('CLOSED', 'The store was closed.')
  }
}

function dropStatements(space: SpaceId): Statement[] {
  return [
    { text: `DROP TABLE IF EXISTS ${tableOf(space)}`, values: [] },
    { text: 'DELETE FROM spaces WHERE name = $1', values: [space] },
  ]
}

interface Copy {
  readonly space: SpaceId
  readonly table: string
}

class PostgresSnapshot implements StorageSnapshot {
  readonly #store: PostgresStorage
  readonly #define: (statements: readonly Statement[]) => Promise<void>
  #copies: readonly Copy[] | undefined

  constructor(
    store: PostgresStorage,
    copies: readonly Copy[],
    define: (statements: readonly Statement[]) => Promise<void>,
  ) {
    this.#store = store
    this.#copies = copies
    this.#define = define
  }

  static copiesOf(snapshot: StorageSnapshot, store: PostgresStorage): readonly Copy[] {
    const copies =
      snapshot instanceof PostgresSnapshot && snapshot.#store === store ? snapshot.#copies : undefined
    if (!copies) throw new StorageError('CLOSED', 'The snapshot was released, or another store made it.')
    return copies
  }

  async release(): Promise<void> {
    const copies = this.#copies ?? []
    this.#copies = undefined
    await this.#define(copies.map(({ table }) => ({ text: `DROP TABLE IF EXISTS ${table}`, values: [] })))
  }
}
