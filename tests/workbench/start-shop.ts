import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@monotable/engine'
import {
  type Expectation,
  type ExpectationStore,
  embeddedConnection,
  embeddedObservations,
  openSample,
} from '@monotable/workbench'
import { shopModel } from '../../examples/shop/model.ts'
import { sample } from '../../examples/shop/sample.ts'
import { startWorkbench, type Workbench } from './browser.ts'

export const shopTable = 'EcommerceTable'

/** The shop with its model file, its data, and a database that reports the requests it gets. */
export interface Shop extends Workbench {
  readonly db: Database
  readonly expectations: ExpectationStore
  /** Returns the hash of a screen for the shop's table or another one. */
  hash(screen: string, params?: { readonly [name: string]: string }, table?: string): string
  /** Returns the address of a screen for the shop's table. */
  url(screen: string, params?: { readonly [name: string]: string }): string
}

/** A customer of the shop, in the form in which an address names an item. */
export const shopCustomer = JSON.stringify({ PK: { S: 'CUSTOMER#avocet' }, SK: { S: 'CUSTOMER#avocet' } })

/** The screens of the shop and their views, as addresses; the operation screens have a form of their own. */
export const shopScreens = [
  ['collections', {}],
  ['collections', { view: 'table', entity: 'Order' }],
  ['collections', { view: 'json' }],
  ['collections', { pk: 'CUSTOMER#avocet', item: shopCustomer }],
  ['patterns', {}],
  ['patterns', { name: 'orderDetail' }],
  ['heat', {}],
  ['requests', {}],
  ['stream', {}],
] as const

export async function startShop(): Promise<Shop> {
  const db = await createDatabase({ metrics: true })
  const connection = embeddedConnection(db, {
    name: 'Shop',
    address: 'in memory',
    observations: embeddedObservations(db, Date.now),
  })
  await openSample(sample, connection, Date.parse('2026-03-01T12:00:00Z'))
  const folder = mkdtempSync(join(tmpdir(), 'monotable-shop-'))
  const expectations = expectationFile(join(folder, 'model.expectations.json'))
  // Always the same object until the file changes, as in the command: a new object would be checked again.
  const loaded = { model: shopModel, expectations }
  const workbench = await startWorkbench({
    connections: [connection],
    modelSource: {
      file: 'model.ts',
      current: () => loaded,
      watch: () => () => undefined,
    },
  })
  return {
    ...workbench,
    db,
    expectations,
    hash: hashOf,
    url: (screen, params) => `http://127.0.0.1:${workbench.served.port}/${hashOf(screen, params)}`,
    close: async () => {
      await workbench.close()
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Creates another table beside the shop's. */
export async function createOtherTable({ db }: Shop): Promise<void> {
  await db.send('CreateTable', {
    TableName: 'Other',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
}

function hashOf(screen: string, params: { readonly [name: string]: string } = {}, table = shopTable): string {
  const search = new URLSearchParams(params).toString()
  return `#/embedded/${table}/${screen}${search === '' ? '' : `?${search}`}`
}

function expectationFile(file: string): ExpectationStore {
  let kept: readonly Expectation[] = []
  return {
    list: () => kept,
    save: async (expectation) => {
      kept = [...kept, expectation]
      writeFileSync(file, JSON.stringify({ format: 1, expectations: kept }))
      return 'model.expectations.json'
    },
  }
}
