import type { Database } from '@monotable/engine'
import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'
import { expect } from 'vitest'
import { canonicalRead, renderRead } from './generate/generate-read.ts'
import type { NaiveDatabase, NaiveTable } from './model/naive-database.ts'
import { compareOrders, type Found, findAll, indexOf, readsTable } from './model/naive-read.ts'
import { normalForm, normalText, normalTexts } from './model/normal-form.ts'
import type { ReadMeaning } from './model/request-meaning.ts'
import { pageKeyNames, pick } from './model/table-shape.ts'
import { noUsage, readUnits, report, sizeOf } from './model/units.ts'
import { type Json, wireCall } from './wire-call.ts'

/** A page as it was answered. */
interface Page {
  readonly Items?: AttributeMap[]
  readonly Count: number
  readonly ScannedCount: number
  readonly LastEvaluatedKey?: AttributeMap
  readonly ConsumedCapacity?: Json
}

/** Reads all pages of a Query or a Scan and compares their items with what the model finds. */
export async function checkRead(db: Database, model: NaiveDatabase, given: ReadMeaning): Promise<void> {
  const meaning = canonicalRead(given)
  const { operation, input } = renderRead(given)
  const expected = model.outcomeOf(() => ({ found: findAll(model.require(meaning.table), meaning) }))
  if (expected.answer === undefined) {
    const outcome = await wireCall(db, operation, input)
    expect(outcome.error ?? 'an answer').toBe(expected.error)
    return
  }
  const found = expected.answer['found'] as Found[]
  const table = model.require(meaning.table)
  const pages = await readPages(db, operation, input)
  checkContents(pages, found, meaning)
  checkOrder(pages, table, meaning)
  const endsThere = endsAtLast(found, table, meaning)
  for (const page of pages)
    checkPage(page, table, { ...meaning, endsThere: endsThere && page === pages.at(-1) })
  if (pages.length === 1) checkUnits(pages[0] as Page, found, table, meaning)
  if (meaning.keyConditions !== undefined && meaning.index === undefined) {
    await checkStart(db, { operation, input, found, table, meaning })
  }
  if (operation === 'Scan') await checkSegments(db, input, found)
  else if (meaning.limit === undefined) await checkReverse(db, input, pages)
}

async function readPages(db: Database, operation: string, input: Json): Promise<Page[]> {
  const pages: Page[] = []
  let start: AttributeMap | undefined
  do {
    const outcome = await wireCall(db, operation, { ...input, ...(start && { ExclusiveStartKey: start }) })
    if (outcome.answer === undefined)
      throw new Error(`page ${pages.length}: ${outcome.error} ${outcome.message}`)
    const page = outcome.answer as unknown as Page
    pages.push(page)
    start = page.LastEvaluatedKey
    if (pages.length > 2000) throw new Error('pages without end')
  } while (start !== undefined)
  return pages
}

function checkContents(pages: readonly Page[], found: readonly Found[], meaning: ReadMeaning): void {
  const shown = shownOf(found)
  expect(sum(pages.map((page) => page.ScannedCount))).toBe(found.length)
  expect(sum(pages.map((page) => page.Count))).toBe(shown.length)
  if (meaning.countOnly) expect(pages.every((page) => page.Items === undefined)).toBe(true)
  else expect(normalTexts(itemsOf(pages))).toEqual(normalTexts(shown))
}

function checkOrder(pages: readonly Page[], table: NaiveTable, meaning: ReadMeaning): void {
  if (meaning.keyConditions === undefined || meaning.projection !== undefined) return
  const index = indexOf(table, meaning.index)
  const range = index?.range ?? (table.shape.range === undefined ? [] : [table.shape.range])
  const orders = itemsOf(pages).map((item) => range.map(({ name }) => getOwn(item, name) as AttributeValue))
  for (const [position, order] of orders.slice(1).entries()) {
    const difference = compareOrders(orders[position] ?? [], order)
    expect(meaning.reverse ? difference >= 0 : difference <= 0, `order at ${position}`).toBe(true)
  }
}

/**
 * Whether the sort key condition excludes everything after the last item, so that a full page that ends there is the
 * last.
 */
function endsAtLast(found: readonly Found[], { shape }: NaiveTable, meaning: ReadMeaning): boolean {
  const { keyConditions = [], index, reverse } = meaning
  const condition = keyConditions.find(({ name }) => name === shape.range?.name)
  const last = found.at(reverse ? 0 : -1)
  if (index !== undefined || condition === undefined || last === undefined) return false
  const { comparator, operands } = condition
  if (comparator !== 'between' && comparator !== (reverse ? '>=' : '<=')) return false
  const end = operands.at(reverse ? 0 : -1) as AttributeValue
  return compareOrders(last.order, [end]) === 0
}

interface PageMeaning extends ReadMeaning {
  readonly endsThere: boolean
}

function checkPage(page: Page, table: NaiveTable, meaning: PageMeaning): void {
  const names = pageKeyNames(table.shape, indexOf(table, meaning.index))
  const isFull = page.ScannedCount === meaning.limit
  expect(page.LastEvaluatedKey !== undefined).toBe(isFull && !meaning.endsThere)
  if (page.Items !== undefined) expect(page.Items.length).toBe(page.Count)
  if (page.LastEvaluatedKey === undefined) return
  expect(Object.keys(page.LastEvaluatedKey).toSorted()).toEqual(names.toSorted())
  if (meaning.filter !== undefined || meaning.projection !== undefined || meaning.countOnly) return
  const last = page.Items?.at(-1) as AttributeMap
  expect(normalForm(page.LastEvaluatedKey)).toEqual(normalForm(pick(last, names)))
}

function checkUnits(page: Page, found: readonly Found[], table: NaiveTable, meaning: ReadMeaning): void {
  const usage = noUsage()
  const index = indexOf(table, meaning.index)
  const units = readUnits(sum(found.map(({ entry }) => sizeOf(entry))), meaning.consistent)
  if (index === undefined) usage.table = units
  else usage.indexes.set(index.name, units)
  if (readsTable(table, meaning)) {
    usage.table += sum(found.map(({ item }) => readUnits(sizeOf(item), meaning.consistent)))
  }
  const expected = report(table.shape, usage, { detail: meaning.detail })
  expect(normalForm(page.ConsumedCapacity)).toEqual(normalForm(expected))
}

interface StartCheck {
  readonly operation: string
  readonly input: Json
  readonly found: readonly Found[]
  readonly table: NaiveTable
  readonly meaning: ReadMeaning
}

/** Checks that a read that starts after a key that no item has continues with the items after it. */
async function checkStart(
  db: Database,
  { operation, input, found, table, meaning }: StartCheck,
): Promise<void> {
  const { range, hash } = table.shape
  const middle = found[Math.floor(found.length / 2)]
  if (range === undefined || range.type !== 'N' || middle === undefined) return
  if (meaning.keyConditions?.some(({ name }) => name === range.name)) return
  const beyond: AttributeValue = { N: between(getOwn(middle.entry, range.name) as { N: string }) }
  const start = Object.fromEntries([
    [hash.name, getOwn(middle.entry, hash.name)],
    [range.name, beyond],
  ])
  const { Limit: _, ...unlimited } = input
  const outcome = await wireCall(db, operation, { ...unlimited, ExclusiveStartKey: start })
  const isBehind = ({ order }: Found) => compareOrders(order, [beyond]) * (meaning.reverse ? -1 : 1) > 0
  expect(outcome.answer?.['ScannedCount']).toBe(found.filter(isBehind).length)
}

/** Returns a number just above another one, which no item has. */
function between({ N: number }: { N: string }): string {
  return String(Number(number) + 0.25)
}

/** Checks that the segments of a parallel Scan have no item in common and together contain all of them. */
async function checkSegments(db: Database, input: Json, found: readonly Found[]): Promise<void> {
  if (input['Select'] === 'COUNT') return
  const total = 1 + (found.length % 5)
  const items: AttributeMap[] = []
  for (let segment = 0; segment < total; segment++) {
    const pages = await readPages(db, 'Scan', { ...input, Segment: segment, TotalSegments: total })
    items.push(...itemsOf(pages))
  }
  expect(normalTexts(items)).toEqual(normalTexts(shownOf(found)))
}

async function checkReverse(db: Database, input: Json, pages: readonly Page[]): Promise<void> {
  const forward = { ...input, ScanIndexForward: input['ScanIndexForward'] === false, Limit: 3 }
  const reversed = itemsOf(await readPages(db, 'Query', forward)).reverse()
  expect(reversed.map(normalText)).toEqual(itemsOf(pages).map(normalText))
}

function itemsOf(pages: readonly Page[]): AttributeMap[] {
  return pages.flatMap((page) => page.Items ?? [])
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function shownOf(found: readonly Found[]): AttributeMap[] {
  return found.map(({ shown }) => shown).filter((shown) => shown !== undefined)
}
