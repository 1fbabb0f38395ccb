import type { JournalChange, SqliteDatabase, SqliteStatement } from '@monotable/storage-files'
import type { FileLayout } from '../file/file-layout.ts'
import type { LongDocsSql } from '../file/long-docs.ts'
import type { RoomReserve } from './room-reserve.ts'

/** Changes that the data file takes in together. */
export interface ChangeBatch {
  readonly count: number
  /** Returns one of the changes, in their order. */
  changeAt(index: number): JournalChange
  /** The number of the last journal frame in the batch. */
  readonly applied: number
  /** A log position beyond all that were assigned. */
  readonly nextPosition: number
}

/** Makes a batch of changes that are in memory. */
export function createBatch(
  changes: readonly JournalChange[],
  end: Pick<ChangeBatch, 'applied' | 'nextPosition'>,
): ChangeBatch {
  return { ...end, count: changes.length, changeAt: (index) => changes[index] as JournalChange }
}

export interface ChangeApplier {
  /**
   * Applies the changes; they are durable when it returns. A large batch takes several transactions, and only the last
   * one records that the file has the batch: if that one does not commit, the whole batch has to be applied again.
   * Changes of spaces that are gone are left out. If the disk is full, removals come first, because they make room.
   */
  apply(batch: ChangeBatch, isDiskFull: boolean): void
  /** Moves SQLite's log into the data file, as far as no reader needs it. */
  checkpoint(): void
  /**
   * Whether the log should be moved while the data file can still grow: the log cannot restart before that, and when it
   * cannot grow either, not even spaces can be dropped.
   */
  isRoomScarce(): boolean
}

export interface ChangeApplierOptions {
  readonly layout: FileLayout
  /** About how many characters to write per transaction, so that others do not wait while the disk writes more. */
  readonly partLength: number
  readonly reserve: RoomReserve
}

/**
 * Applies changes to the data file. Refers to nothing outside itself because its source text is passed to a worker,
 * which does most of this work.
 */
export function createChangeApplier(
  database: SqliteDatabase,
  { layout, partLength, reserve }: ChangeApplierOptions,
): ChangeApplier {
  const { tableName, encodeKeyText, longDocsSql, isLong, longBytes, referenceMark } = layout
  /** What SQLite calls a file that cannot grow. */
  const SQLITE_FULL = 13
  /** Made once, because a full disk may need it often. */
  const cannotGrow = Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL })

  /** Where the long documents of a table are. */
  interface LongDocs {
    readonly find: SqliteStatement
    readonly add: SqliteStatement
    readonly change: SqliteStatement
    readonly remove: SqliteStatement
  }
  interface Table {
    readonly put: SqliteStatement
    readonly remove: SqliteStatement
    readonly longSql: LongDocsSql
    long: LongDocs | undefined
    /** Whether the long documents are sure to have a table: one made in a transaction that failed is gone. */
    isLongReady: boolean
    /** How much the table has grown in this transaction. */
    records: number
    sizeBytes: number
  }
  const tables = new Map<number, Table>()
  /** The tables of the spaces that this transaction has met; `undefined` for a space that is gone. */
  const met = new Map<number, Table | undefined>()
  /** What a row had before it was changed or removed. */
  interface OldRow {
    readonly size: number
    readonly reference: string | null
  }
  let replaced: OldRow | undefined
  // Looking for the old row first and then writing would search for its place twice.
  database.function('note_replaced', (size: number, reference: string | null, newSize: number) => {
    replaced = { size, reference }
    return newSize
  })
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const findSpace = database.prepare('SELECT 1 FROM spaces WHERE id = ?')
  const grow = database.prepare(
    'UPDATE spaces SET records = records + ?, size_bytes = size_bytes + ? WHERE id = ?',
  )
  const fileSize = database.prepare(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  )
  // Counts commits so that each one has something to write: a commit without changes does not wait for the disk either.
  const saveApplied = database.prepare('UPDATE journal SET applied = ?, commits = commits + 1')
  /** What a change counts for in addition to its document. */
  const changeLength = 100
  /** How many changes to apply at a time when there is hardly any room: each may write a page to SQLite's log. */
  const fewChanges = 64
  const fewer = (few: number) => few / 4
  /** What SQLite's log may need for a part, roughly: each change rewrites whole pages. */
  const logBytes = 2 * partLength
  let savedPosition = 1

  function prepareTable(space: number): Table {
    const name = tableName(space)
    const longSql = longDocsSql(space)
    const { reference } = longSql
    return {
      put: database.prepare(`
        INSERT INTO ${name} VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET size = note_replaced(size, ${reference}, excluded.size), doc = excluded.doc
      `),
      remove: database.prepare(
        `DELETE FROM ${name} WHERE partition = ? AND sort = ? RETURNING size, ${reference} AS reference`,
      ),
      longSql,
      long: undefined,
      isLongReady: false,
      records: 0,
      sizeBytes: 0,
    }
  }

  function prepareLong(space: number, { table, reference }: LongDocsSql): LongDocs {
    const name = tableName(space)
    return {
      find: database.prepare(
        `SELECT ${reference} AS reference FROM ${name} WHERE partition = ? AND sort = ?`,
      ),
      add: database.prepare(`INSERT INTO ${table} (doc) VALUES (?) RETURNING id`),
      change: database.prepare(`UPDATE ${table} SET doc = ? WHERE id = ?`),
      remove: database.prepare(`DELETE FROM ${table} WHERE id = ?`),
    }
  }

  function requireLong(space: number, table: Table): LongDocs {
    if (!table.isLongReady) database.exec(table.longSql.create)
    table.isLongReady = true
    table.long ??= prepareLong(space, table.longSql)
    return table.long
  }

  const numberIn = (reference: string) => reference.slice(referenceMark.length)

  /** Puts a long document in the place of an older one, or behind all others; returns what refers to it. */
  function keepLong(long: LongDocs, key: readonly [string, string], doc: string): string {
    const found = long.find.get(...key) as { readonly reference: string | null } | undefined
    if (found?.reference) {
      long.change.get(doc, numberIn(found.reference))
      return found.reference
    }
    return `${referenceMark}${(long.add.get(doc) as { readonly id: number }).id}`
  }

  /** Changes a row; returns what it was before. */
  function applyToRow(table: Table, { space, partition, sort, value }: JournalChange): OldRow | undefined {
    const key = [encodeKeyText(partition), encodeKeyText(sort)] as const
    if (!value) return table.remove.get(...key) as OldRow | undefined
    const { doc, sizeBytes } = value
    replaced = undefined
    const inRow = isLong(doc, longBytes) ? keepLong(requireLong(space, table), key, doc) : doc
    // `get` returns no row here, but unlike `run` it creates no object to describe what has changed.
    table.put.get(...key, sizeBytes, inRow)
    return replaced
  }

  function applyOne(table: Table, change: JournalChange): void {
    const { space, value } = change
    const old = applyToRow(table, change)
    table.records += (value ? 1 : 0) - (old ? 1 : 0)
    table.sizeBytes += (value?.sizeBytes ?? 0) - (old?.size ?? 0)
    // A long document has taken the place of the one before.
    if (old?.reference && !(value && isLong(value.doc, longBytes)))
      requireLong(space, table).remove.get(numberIn(old.reference))
  }

  /** Saves the next log position. The table for it is created with the first record of a log. */
  function savePosition(next: number): void {
    if (next <= savedPosition) return
    database.exec(`
      CREATE TABLE IF NOT EXISTS log (next INTEGER NOT NULL);
      INSERT INTO log SELECT 1 WHERE NOT EXISTS (SELECT * FROM log);
    `)
    database.prepare('UPDATE log SET next = max(next, ?)').run(next)
  }

  function requireTable(space: number): Table {
    let table = tables.get(space)
    if (!table) {
      table = prepareTable(space)
      tables.set(space, table)
    }
    return table
  }

  function findTable(space: number): Table | undefined {
    if (!met.has(space)) met.set(space, findSpace.get(space) ? requireTable(space) : undefined)
    return met.get(space)
  }

  /** Applies changes from `start` on until they fill a part; returns where the next part starts. */
  function applyPart({ count, changeAt }: Pick<ChangeBatch, 'count' | 'changeAt'>, start: number): number {
    let index = start
    for (let length = 0; index < count && length < partLength; index++) {
      const change = changeAt(index)
      const table = findTable(change.space)
      if (!table) continue
      applyOne(table, change)
      length += changeLength + (change.value?.doc.length ?? 0)
    }
    for (const [space, table] of met) {
      if (table && (table.records !== 0 || table.sizeBytes !== 0))
        grow.run(table.records, table.sizeBytes, space)
    }
    return index
  }

  function beginAnew(): void {
    for (const table of met.values()) {
      if (!table) continue
      table.records = 0
      table.sizeBytes = 0
      table.isLongReady = false
    }
    met.clear()
    // Spaces come and go, and their statements with them.
    if (tables.size > 1_000) tables.clear()
  }

  function transact(work: () => unknown): void {
    begin.run()
    try {
      work()
      commit.run()
    } catch (error) {
      try {
        rollback.run()
      } catch {
        // SQLite has already rolled back, as it does after some failures.
      }
      throw error
    } finally {
      beginAnew()
    }
  }

  function checkpoint(): void {
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  }

  function isLackOfRoom(error: unknown): boolean {
    // Some versions give no error number.
    const { errcode = 0, message } = error as { readonly errcode?: number; readonly message: string }
    return (errcode & 0xff) === SQLITE_FULL || message === cannotGrow.message
  }

  /** Runs `work`; returns whether there was room for it. */
  function fits(work: () => void): boolean {
    try {
      work()
      return true
    } catch (error) {
      if (isLackOfRoom(error)) return false
      throw error
    }
  }

  /** Makes the reserve as large as it was, as far as there is room. */
  function restoreReserve(): void {
    try {
      reserve.keep(true)
    } catch {
      // It works without a reserve, too.
    }
  }

  /** Returns the size that the data file is to have once it has everything from SQLite's log. */
  function fileBytes(): number {
    return (fileSize.get() as { readonly bytes: number }).bytes
  }

  /**
   * Applies the next part of a batch in one transaction, of a few changes if there is hardly any room; returns where
   * the part after it starts. The data file must not become larger than there is room for, nor take from the reserve.
   * SQLite's log may have room for more: what the file cannot take would stay in it, and removals need the reserve.
   */
  function applyNext(
    { count, changeAt, applied, nextPosition }: ChangeBatch,
    start: number,
    fewCount: number | undefined,
  ): number {
    const part = { changeAt, count: fewCount ? Math.min(start + fewCount, count) : count }
    let end = start
    transact(() => {
      const before = fileBytes()
      end = applyPart(part, start)
      const after = fileBytes()
      if (after > before && (fewCount || !reserve.leavesRoomFor(after + logBytes))) throw cannotGrow
      if (end < count) return
      savePosition(nextPosition)
      saveApplied.run(applied)
    })
    return end
  }

  function applyAll(batch: ChangeBatch, isDiskFull: boolean): void {
    const { count, nextPosition } = batch
    let fewCount: number | undefined
    try {
      for (let done = 0, isDone = false; !isDone; ) {
        try {
          done = applyNext(batch, done, fewCount)
          isDone = done === count
          if (!isDone) checkpoint()
        } catch (error) {
          if (!isDiskFull || error === cannotGrow || !isLackOfRoom(error) || fewCount === 1) throw error
          // The log may take some of the reserve: it has that again for each part, and for later removals.
          if (fewCount === undefined) reserve.release()
          fewCount = fewCount === undefined ? fewChanges : fewer(fewCount)
          fits(checkpoint)
        }
      }
    } finally {
      if (fewCount !== undefined) restoreReserve()
    }
    savedPosition = Math.max(savedPosition, nextPosition)
  }

  /** Applies the removals of a batch, a few at a time, as far as there is room for that. */
  function removeFirst({ count, changeAt }: ChangeBatch): void {
    const removals: JournalChange[] = []
    for (let i = 0; i < count; i++) {
      const change = changeAt(i)
      if (!change.value) removals.push(change)
    }
    // Room that became free in other ways is for the puts.
    if (removals.length === 0) return
    for (let done = 0, fewCount = fewChanges; done < removals.length; ) {
      const count = Math.min(done + fewCount, removals.length)
      const part = { count, changeAt: (index: number) => removals[index] as JournalChange }
      let end = done
      // The log restarts only once all of it was moved, and the data file may have to grow for that.
      if (!fits(checkpoint) && reserve.release()) fits(checkpoint)
      if (fits(() => transact(() => (end = applyPart(part, done))))) done = end
      else if (!reserve.release()) {
        // The log may have room for fewer, because it keeps what it once took.
        if (fewCount === 1) break
        fewCount = fewer(fewCount)
      }
    }
    // The puts must not take the room that the next removals need.
    restoreReserve()
  }

  return {
    apply(batch, isDiskFull) {
      if (isDiskFull) removeFirst(batch)
      applyAll(batch, isDiskFull)
    },
    checkpoint,
    isRoomScarce: reserve.isRoomScarce,
  }
}
