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
import type { Dialect } from './dialect.ts'
import { Outage, Patience } from './patience.ts'
import { asConflict, asTooLong, storageFailure } from './postgres-failure.ts'
import { PostgresSnapshot } from './postgres-snapshot.ts'
import { RangeReader } from './range-reader.ts'
import { ReadQueue } from './read-queue.ts'
import { readSize } from './read-size.ts'
import { createTableStatements, tableOf } from './space-name.ts'
import type { RunStatement, Sql, Statement } from './sql.ts'

/** How long a call waits for a database that is unreachable. */
const patienceMs = 5_000

/** The most spaces dropped in one transaction: each takes several locks, of which a database has a few thousand. */
const maxDrops = 200

/** How long a drop waits: a transaction that only reads, such as a backup of the database, blocks it until it ends. */
const dropMs = 2_000
const waitShortly: Statement = { text: `SET LOCAL lock_timeout = ${dropMs}`, values: [] }

/** What a store works with. */
export interface PostgresStorageParts {
  readonly sql: Sql
  readonly dialect: Dialect
  /** A clock that never goes back. */
  readonly nowMs: () => number
}

/** A store in a schema of a PostgreSQL database. Any number of processes can have it open at the same time. */
export class PostgresStorage implements Storage {
  readonly isShared = true
  readonly #sql: Sql
  readonly #dialect: Dialect
  readonly #nowMs: () => number
  readonly #outage: Outage
  readonly #queue: CommitQueue
  readonly #reads: ReadQueue
  readonly #ranges: RangeReader
  readonly #snapshots = new Set<PostgresSnapshot>()
  /** Snapshots that are being made. */
  readonly #making = new Set<Promise<StorageSnapshot>>()
  /** The last drop that was asked for. */
  #dropping: Promise<void> = Promise.resolve()
  #closing: Promise<void> | undefined

  constructor({ sql, dialect, nowMs }: PostgresStorageParts) {
    this.#sql = sql
    this.#dialect = dialect
    this.#nowMs = nowMs
    this.#outage = new Outage(patienceMs, nowMs)
    this.#queue = new CommitQueue({ sql, dialect, outage: this.#outage })
    this.#ranges = new RangeReader(sql)
    this.#reads = new ReadQueue((statement) => this.#persist(() => sql.query(statement)))
  }

  async createSpace(space: SpaceId): Promise<void> {
    await this.#define(this.#createStatements(space))
  }

  async dropSpace(space: SpaceId): Promise<void> {
    await this.#drop([space])
  }

  async listSpaces(): Promise<readonly SpaceId[]> {
    this.#requireOpen()
    const rows = await this.#persist(() => this.#sql.query({ text: 'SELECT name FROM spaces', values: [] }))
    return rows.map(([name]) => name as string)
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    this.#requireOpen()
    if (this.#dialect.readsTear && keys.length > 1) {
      return this.#queue.add(keys, (values) => ({ changes: [], answer: values }), true)
    }
    return this.#reads.read(keys)
  }

  async range(request: RangeRequest): Promise<RangePage> {
    this.#requireOpen()
    return this.#persist(() => this.#ranges.read(request))
  }

  async mutate<Answer>(
    keys: readonly ReadKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    this.#requireOpen()
    return this.#queue.add(keys, decide, this.#dialect.readsTear)
  }

  async size(space: SpaceId, partition?: ByteString): Promise<SpaceSize> {
    this.#requireOpen()
    return this.#persist(() => readSize(this.#sql, space, partition))
  }

  async clear(first: readonly SpaceId[] = []): Promise<void> {
    const spaces = [...new Set([...first, ...(await this.listSpaces())])]
    for (let i = 0; i < spaces.length; i += maxDrops) {
      await this.#drop(spaces.slice(i, i + maxDrops))
    }
  }

  async snapshot(): Promise<StorageSnapshot> {
    this.#requireOpen()
    const making = this.#makeSnapshot()
    this.#making.add(making)
    try {
      return await making
    } finally {
      this.#making.delete(making)
    }
  }

  async #makeSnapshot(): Promise<StorageSnapshot> {
    await this.#queue.drained()
    const owner = {
      store: this,
      snapshots: this.#snapshots,
      define: (statements: readonly Statement[]) => this.#define(statements),
      commit: (work: (run: RunStatement) => Promise<void>) => this.#queue.inSnapshot(work),
    }
    return this.#persist(() => PostgresSnapshot.make(owner))
  }

  async restore(snapshot: StorageSnapshot): Promise<void> {
    this.#requireOpen()
    const copies = PostgresSnapshot.copiesOf(snapshot, this)
    await this.#queue.drained()
    const spaces = await this.listSpaces()
    await this.#define([
      ...spaces.flatMap(dropStatements),
      ...copies.flatMap(({ space, table }) => [
        ...this.#createStatements(space),
        { text: `INSERT INTO ${tableOf(space)} SELECT * FROM ${table}`, values: [] },
      ]),
    ])
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#queue.drained()
    // A snapshot made after the others are dropped would stay forever.
    await Promise.allSettled(this.#making)
    try {
      // One at a time: a transaction that could make a snapshot has enough locks to drop it, but maybe not for all of
      // them.
      for (const snapshot of [...this.#snapshots]) await this.#queue.define(snapshot.discard())
    } catch {
      // A database that is unreachable keeps them.
    }
    await this.#queue.close()
    await this.#sql.close()
  }

  /**
   * Writes the name first, which locks it: otherwise a table that another process is about to drop would be taken for
   * an existing one.
   */
  #createStatements(space: SpaceId): Statement[] {
    return [
      {
        text: 'INSERT INTO spaces (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name',
        values: [space],
      },
      ...createTableStatements(tableOf(space), this.#dialect).map((text) => ({ text, values: [] })),
    ]
  }

  /**
   * Drops spaces, one call at a time: each may wait for readers, and if all connections did, nothing could be written.
   */
  #drop(spaces: readonly SpaceId[]): Promise<void> {
    const dropped = this.#dropping.then(() => this.#define([waitShortly, ...spaces.flatMap(dropStatements)]))
    this.#dropping = dropped.catch(() => {})
    return dropped
  }

  /** Changes the set of tables, after everything that was asked for before. */
  async #define(statements: readonly Statement[]): Promise<void> {
    this.#requireOpen()
    await this.#queue.drained()
    await this.#persist(async () => {
      const beganMs = this.#nowMs()
      try {
        await this.#queue.define(statements)
      } catch (error) {
        if (this.#nowMs() - beganMs >= dropMs) asTooLong(error)
        // If two create the same table at the same time, one gets an error, and finds the table when it retries.
        asConflict(error)
      }
    })
  }

  /** Retries work that changes nothing or was not done. */
  async #persist<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await new Patience(this.#outage).persist(work)
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
