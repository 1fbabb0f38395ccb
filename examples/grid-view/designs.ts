import { type AnyModel, type Cost, createPort, type Measured, type ModelClient } from '@monotable/model'
import { measure } from '@monotable/model/cost'
import { streamHandler } from '@monotable/model/streams'
import { followStream } from '../patterns/follow-stream.ts'
import { classicModel } from './classic-model.ts'
import { createClassicStore } from './classic-store.ts'
import { documentModel, documentTable, issueEntries, issueStream } from './document-model.ts'
import { createDocumentStore } from './document-store.ts'
import type { FieldCache } from './field-cache.ts'
import type { GridStore } from './grid-store.ts'
import { createPortMeter, noUnits, type PortUnits } from './port-meter.ts'
import { preJoinedModel } from './pre-joined-model.ts'
import { createPreJoinedStore } from './pre-joined-store.ts'
import { gridModel } from './single-table-model.ts'
import { createSingleTableStore } from './single-table-store.ts'

/** A design that is connected to a database. */
export interface OpenDesign {
  readonly store: GridStore
  /** Runs work on the store, and returns its cost. */
  measured<Value>(work: (store: GridStore) => Promise<Value>): Promise<Measured<Value>>
  /**
   * Resolves when indexes contain everything that was written; returns what the stream has cost since the last call.
   */
  settled(): Promise<PortUnits>
}

/** One of the ways to store a grid. */
export interface Design {
  readonly name: 'classic' | 'pre-joined' | 'single-table' | 'document'
  readonly title: string
  readonly summary: string
  /** What is written atomically. */
  readonly atomic: string
  /** What is eventually consistent. */
  readonly eventual: string
  readonly model: AnyModel
  /** Connects to its tables, which have to exist. */
  open(client: ModelClient): Promise<OpenDesign>
}

const rowsAtomic = 'up to 100 items in one transaction; more in several'
const rowsEventual = 'lists, by the lag of an index'

export const designs: readonly Design[] = [
  {
    name: 'classic',
    title: 'Classic',
    summary: 'A table for each kind of thing; the application joins issues and values.',
    atomic: rowsAtomic,
    eventual: rowsEventual,
    model: classicModel,
    open: async (client) => openDesign(classicModel.connect(client), createClassicStore),
  },
  {
    name: 'pre-joined',
    title: 'Pre-joined',
    summary: 'An issue and its values in one partition; one index, by sort strings.',
    atomic: rowsAtomic,
    eventual: rowsEventual,
    model: preJoinedModel,
    open: async (client) => openDesign(preJoinedModel.connect(client), createPreJoinedStore),
  },
  {
    name: 'single-table',
    title: 'Single table',
    summary: 'Everything in one table: Entity Id, Related Id, Sort String.',
    atomic: rowsAtomic,
    eventual: rowsEventual,
    model: gridModel,
    open: async (client) => openDesign(gridModel.connect(client), createSingleTableStore),
  },
  {
    name: 'document',
    title: 'Documents',
    summary: 'An issue is one item; a stream keeps an index table of its values.',
    atomic: 'an issue with all its fields',
    eventual: 'lists by field, by the lag of the stream; others by that of an index',
    model: documentModel,
    open: openDocuments,
  },
]

async function openDocuments(client: ModelClient): Promise<OpenDesign> {
  const meter = createPortMeter(createPort(client))
  const handler = streamHandler(issueStream, { client: meter.port, derive: { entries: issueEntries } })
  const following = await followStream(client, documentTable, handler)
  return openDesign(documentModel.connect(client), createDocumentStore, async () => {
    await following.idle()
    return meter.take()
  })
}

function openDesign<Db extends object>(
  db: Db,
  createStore: (db: Db, cache: FieldCache) => GridStore,
  settled: () => Promise<PortUnits> = async () => noUnits,
): OpenDesign {
  const cache: FieldCache = new Map()
  return {
    store: createStore(db, cache),
    measured: (work) => measure(db, (metered) => work(createStore(metered, cache))),
    settled,
  }
}

/** Returns the requests and units of some work, by operation. */
export function summarizeCost({ requests, read, write }: Cost) {
  const operations: { [operation: string]: number } = {}
  for (const { operation } of requests) operations[operation] = (operations[operation] ?? 0) + 1
  return { requests: requests.length, read, write, operations }
}
