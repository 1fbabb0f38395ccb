import { ServiceError } from '@monotable/protocol'
import type { ByteString, Change, ReadKey, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'
import { type Random, randomHex } from '../util/random.ts'
import { type CatalogueEntry, catalogueKey, type Realm } from './catalogue-record.ts'
import type { Lease } from './lease.ts'
import type { Leases } from './leases.ts'
import { Register } from './register.ts'
import { CATALOGUE_SPACE } from './space-names.ts'
import type { Table } from './table.ts'

/** The latest changes of the catalogue. */
export interface CatalogueChanges {
  readonly entered: readonly { readonly entry: CatalogueEntry; readonly stamp: (table: Table) => void }[]
  readonly removed: readonly TableName[]
}

/** The record that a table was created from: as long as it is unchanged, the table in memory is current. */
export interface TableStamp {
  readonly key: ReadKey
  readonly doc: string
}

/** Identifies a table. */
export interface TableName {
  readonly realm: Realm
  readonly name: string
}

/** A change of the catalogue: the new record with the table made from it, or none to remove the existing one. */
export interface CatalogueWrite extends TableName {
  readonly key: RecordKey
  readonly value?: RecordValue
  readonly table?: Table
}

interface Known extends TableName {
  readonly doc: string
}

/** How long a change of a table waits for another one before it is refused. */
const lockWaitMs = 20_000

/** This long after a change of the catalogue, no server begins a request without knowing of it. */
export const PROPAGATION_MS = 1_000
/** A little less, because clocks do not run equally fast. */
const maxAgeMs = 0.9 * PROPAGATION_MS

/** What the catalogue of a shared store works with. */
interface SharedCatalogueParts {
  readonly leases: Leases
  readonly clock: Clock
  readonly random: Random
}

/**
 * Keeps a server's view of the catalogue in step with a store that other servers also write. Each change gives the
 * catalogue a new version, in a small record that is cheap to read. Any commit that relies on a table's definition
 * checks that the table's record is still the one it was created from (`stamp`).
 */
export class SharedCatalogue {
  readonly #storage: Storage
  readonly #leases: Leases
  readonly #clock: Clock
  readonly #random: Random
  readonly #versions: Register<{ readonly version: string; readonly spaces?: never }>
  readonly #stamps = new WeakMap<Table, TableStamp>()
  /** For the tables that this server is changing, by lock name: all leases of the same change. */
  readonly #locks = new Map<string, readonly Lease[]>()
  /** The records last read or written, by their place. */
  readonly #known = new Map<ByteString, Known>()
  /** Records written here while others were being read: that read may have returned older versions of them. */
  #written = new Set<ByteString>()
  /** The version that everything in memory is at least as new as; empty if it is not known. */
  #version = ''
  #readMs = Number.NEGATIVE_INFINITY
  #generation = 0
  #running: Promise<boolean> = Promise.resolve(false)
  #queued: Promise<boolean> | undefined

  constructor(storage: Storage, { leases, clock, random }: SharedCatalogueParts) {
    this.#storage = storage
    this.#leases = leases
    this.#clock = clock
    this.#random = random
    this.#versions = new Register(storage, 'versions')
  }

  /** Increases with every change of the state in memory. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Whether the state in memory may be older than others expect. It is read again twice a second, but not by a process
   * that is suspended, nor while the store is unreachable.
   */
  get isOld(): boolean {
    return Math.abs(this.#clock.now() - this.#readMs) > maxAgeMs
  }

  /** Returns what a commit must check if it relies on a table's definition. */
  stampOf(table: Table): TableStamp | undefined {
    return this.#stamps.get(table)
  }

  /**
   * Reads what has changed. A read that is already in progress may have started too early for the caller, so
   * another one follows.
   */
  refresh(apply: (changes: CatalogueChanges) => void): Promise<boolean> {
    this.#queued ??= this.#running
      .catch(() => false)
      .then(() => {
        this.#queued = undefined
        this.#running = this.#refresh(apply)
        return this.#running
      })
    return this.#queued
  }

  /**
   * Runs a change of tables while no other server changes any of them. A server that stalls until another takes its
   * place cannot write any more.
   */
  async locked<Result>(names: readonly string[], change: () => Promise<Result>): Promise<Result> {
    const leases: Lease[] = []
    try {
      for (const name of names) leases.push(await this.#take(name))
      for (const name of names) this.#locks.set(name, leases)
      return await change()
    } finally {
      for (const name of names) this.#locks.delete(name)
      // A lease that cannot be released now is later found to be abandoned.
      for (const lease of leases) await lease.release().catch(() => {})
    }
  }

  async #take(name: string): Promise<Lease> {
    const lease = await this.#leases.take(`table/${name}`, AbortSignal.timeout(lockWaitMs), 100)
    if (lease === undefined) throw inUse(name)
    return lease
  }

  /**
   * Returns the store for use while a change has exclusive access to all its tables; any of them identifies the
   * change.
   */
  fenced(storage: Storage, tables: readonly TableName[]): Storage {
    const leases = new Map<Lease, string>()
    for (const { realm, name } of tables) {
      for (const lease of this.#locks.get(lockName(realm, name)) ?? []) leases.set(lease, name)
    }
    return [...leases].reduce((fenced, [lease, name]) => lease.fence(fenced, () => inUse(name)), storage)
  }

  /**
   * Writes the records of one change in one commit, together with the `beside` records, if they are still as known
   * here, and gives the catalogue a new version.
   */
  async write(
    storage: Storage,
    writes: readonly CatalogueWrite[],
    beside: readonly Change[] = [],
  ): Promise<void> {
    const expected = writes.map(({ key }) => this.#known.get(key.sort)?.doc)
    const versionKey = this.#versions.keyOf('catalogue')
    const version = JSON.stringify({ version: randomHex(this.#random, 8) })
    const keys = writes.map(({ key }) => key)
    // What is known here may be newer than what the change is based on.
    await this.fenced(storage, writes).mutate(keys, (records) => {
      const changed = keys.find((_, i) => records[i]?.doc !== expected[i])
      if (changed !== undefined) throw inUse(changed.sort)
      const changes = [
        ...writes.map(({ key, value }) => ({ ...key, value })),
        { ...versionKey, value: { doc: version, sizeBytes: 0 } },
        ...beside,
      ]
      return { changes, answer: undefined }
    })
    for (const { realm, name, key, value, table } of writes) {
      this.#written.add(key.sort)
      if (value === undefined || table === undefined) this.#known.delete(key.sort)
      else this.#note({ doc: value.doc, realm, name }, table)
    }
    // If the answer of the store was late, a newer version of these records may have been read before it arrived.
    this.#version = ''
  }

  async #refresh(apply: (changes: CatalogueChanges) => void): Promise<boolean> {
    this.#written = new Set()
    const beganMs = this.#clock.now()
    // The version first: whatever changes while the rest is read will be noticed next time.
    const [record] = await this.#storage.read([this.#versions.keyOf('catalogue')])
    const version = record?.doc ?? 'none'
    if (version === this.#version) {
      this.#readMs = beganMs
      return false
    }
    const { records } = await this.#storage.range({ space: CATALOGUE_SPACE, within: {} })
    const changes = this.#compare(records)
    apply(changes)
    this.#readMs = beganMs
    if (this.#written.size === 0) this.#version = version
    const hasChanged = changes.entered.length > 0 || changes.removed.length > 0
    if (hasChanged) this.#generation++
    return hasChanged
  }

  #compare(records: readonly { readonly sort: ByteString; readonly doc: string }[]): CatalogueChanges {
    const entered = records
      .filter(({ sort, doc }) => !this.#written.has(sort) && this.#known.get(sort)?.doc !== doc)
      .map(({ doc }) => {
        const entry = JSON.parse(doc) as CatalogueEntry
        const { accountId, region, definition } = entry
        const known = { doc, realm: { accountId, region }, name: definition.name }
        return { entry, stamp: (table: Table) => this.#note(known, table) }
      })
    const there = new Set(records.map(({ sort }) => sort))
    const removed = [...this.#known].filter(([sort]) => !there.has(sort) && !this.#written.has(sort))
    for (const [sort] of removed) this.#known.delete(sort)
    return { entered, removed: removed.map(([, known]) => known) }
  }

  #note(known: Known, table: Table): void {
    const key = catalogueKey(known.realm, known.name)
    this.#known.set(key.sort, known)
    this.#stamps.set(table, { key: { ...key, isQuiet: true }, doc: known.doc })
  }
}

/** Returns the name of the lock for changing tables of a name, in whichever region. */
export function lockName({ accountId }: Pick<Realm, 'accountId'>, name: string): string {
  return `${accountId}/${name}`
}

function inUse(name: string): ServiceError {
  const tableName = name.slice(name.lastIndexOf('/') + 1)
  return new ServiceError(
    'ResourceInUseException',
    `Attempt to change a resource which is still in use: Table is being changed: ${tableName}`,
  )
}
