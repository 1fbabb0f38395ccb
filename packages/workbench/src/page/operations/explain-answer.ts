import { getOwn } from '@monotable/protocol'
import type { SendAnswer, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { nextPage } from './answered-items.ts'

/** What a call did, and what it took. */
export interface Explanation {
  /** What it was, in a word: `QUERY`, `SCAN`, `GET`, `SEARCH`, `WRITE`, `PARTIQL`. */
  readonly badge: string
  /** One sentence: what was read or written, and why in that way. */
  readonly summary: string
  readonly units?: number | undefined
  readonly kind: 'read' | 'write'
  readonly byTable: readonly { readonly name: string; readonly units: number }[]
  readonly scanned?: number | undefined
  readonly returned?: number | undefined
  /** The share of what was read that was also returned: 0 to 1. */
  readonly efficiency?: number | undefined
  /** Whether there is more to be read. */
  readonly more: boolean
  readonly warnings: readonly string[]
}

type Members = { readonly [member: string]: unknown }

const wasteful = 0.5

/** Explains an answer; of several pages of one read, `pages` are the answers so far. */
export function explainAnswer(
  call: SnippetCall,
  pages: readonly SendAnswer[],
  model: TableModel,
): Explanation {
  const outputs = pages.flatMap(({ output }) => (output === undefined ? [] : [output as Members]))
  const input = call.input as Members
  const counted = call.operation === 'Query' || call.operation === 'Scan'
  const scanned = counted ? sum(outputs, 'ScannedCount') : undefined
  const returned = countReturned(call.operation, outputs)
  const efficiency = scanned === undefined || scanned === 0 ? undefined : (returned ?? 0) / scanned
  const byTable = unitsByTable(outputs)
  return {
    badge: operationBadge(call.operation),
    summary: summarise(call.operation, input, model),
    units: byTable.length === 0 ? undefined : byTable.reduce((total, { units }) => total + units, 0),
    kind: isWrite(call) ? 'write' : 'read',
    byTable,
    scanned,
    returned,
    efficiency,
    more: nextPage(input, outputs.at(-1)) !== undefined,
    warnings: warn(call.operation, efficiency, scanned),
  }
}

/** Whether a call changes anything: read-only connections refuse those. */
export function isWrite({ operation, input }: SnippetCall): boolean {
  if (['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'].includes(operation))
    return true
  const members = input as Members
  const statements = [
    members['Statement'],
    ...[members['Statements'], members['TransactStatements']].flatMap((list) =>
      Array.isArray(list) ? list.map((one: Members) => one?.['Statement']) : [],
    ),
  ]
  return statements.some(
    (text) => typeof text === 'string' && text.trim() !== '' && !/^\s*(select|exists)\b/i.test(text),
  )
}

/** What an operation is, in a word. */
export function operationBadge(operation: string): string {
  if (operation === 'Query') return 'QUERY'
  if (operation === 'Scan') return 'SCAN'
  if (operation === 'SearchVectors') return 'SEARCH'
  if (operation === 'GetItem' || operation === 'BatchGetItem' || operation === 'TransactGetItems')
    return 'GET'
  return /Statement|ExecuteTransaction/.test(operation) ? 'PARTIQL' : 'WRITE'
}

function summarise(operation: string, input: Members, model: TableModel): string {
  const index = input['IndexName']
  const where = typeof index === 'string' ? `the index ${index}` : 'the table'
  if (operation === 'GetItem') return 'One item was read by its whole key.'
  if (operation === 'Query') return `A part of one partition of ${where} was read, found by its key.`
  if (operation === 'Scan') {
    const key = model.indexes.find(({ name }) => name === index) ?? model.key
    const names = key.pk.map(({ name }) => name).join(' and ')
    const whole = typeof index === 'string' ? `all of ${index}` : 'the whole table'
    return `This is a Scan of ${whole}, because no value is given for its partition key ${names}: every item is read, in pages of 1 MB, whatever the filter.`
  }
  if (operation === 'SearchVectors') {
    return `The vectors of ${where} that are nearest to the one that was given. A search is paid by the bytes that it goes through, not by units.`
  }
  if (operation === 'BatchGetItem') return 'Items were read by their keys, each by itself.'
  if (operation === 'TransactGetItems') return 'Items were read as of one moment, at twice the units.'
  if (operation === 'TransactWriteItems')
    return 'All of it was written, or nothing would have been; at twice the units.'
  if (operation === 'BatchWriteItem') return 'Items were written, each by itself: some may be left over.'
  if (operation === 'ExecuteStatement' && /^\s*select/i.test(String(input['Statement']))) {
    return 'A SELECT reads by key where its WHERE has the whole partition key, and scans where it has not.'
  }
  return 'It was done.'
}

function warn(operation: string, efficiency: number | undefined, scanned: number | undefined): string[] {
  if (efficiency === undefined || efficiency >= wasteful || (scanned ?? 0) < 5) return []
  const thrown = `${Math.round((1 - efficiency) * 100)} % of what was read and paid for was thrown away by the filter.`
  return [
    operation === 'Query' ? `${thrown} A key or a sparse index would read only what is wanted.` : thrown,
  ]
}

function countReturned(operation: string, outputs: readonly Members[]): number | undefined {
  if (operation === 'GetItem') return outputs.filter((output) => output['Item'] !== undefined).length
  if (operation === 'Query' || operation === 'Scan') return sum(outputs, 'Count')
  const lists = outputs.flatMap((output) => [output['Items'], output['Responses'], output['SearchResults']])
  const found = lists.filter((list) => list !== undefined)
  if (found.length === 0) return undefined
  return found.reduce<number>((total, list) => total + countIn(list), 0)
}

function countIn(list: unknown): number {
  if (Array.isArray(list)) return list.length
  return Object.values(list as { readonly [table: string]: readonly unknown[] }).flat().length
}

function sum(outputs: readonly Members[], member: string): number {
  return outputs.reduce((total, output) => total + Number(output[member] ?? 0), 0)
}

/** The units of each table and index, from one ConsumedCapacity or a list of them. */
function unitsByTable(outputs: readonly Members[]): { readonly name: string; readonly units: number }[] {
  const totals = new Map<string, number>()
  const add = (name: string, units: unknown) => totals.set(name, (totals.get(name) ?? 0) + Number(units ?? 0))
  for (const output of outputs) {
    const consumed = output['ConsumedCapacity']
    for (const one of (Array.isArray(consumed) ? consumed : [consumed]) as (Members | undefined)[]) {
      // What a search takes is told in bytes.
      if (one === undefined || one === null || one['TableName'] === undefined) continue
      const table = one['Table'] as Members | undefined
      if (table === undefined) add(String(one['TableName']), one['CapacityUnits'])
      else add(String(one['TableName']), table['CapacityUnits'])
      for (const kind of ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes']) {
        const indexes = (getOwn(one, kind) ?? {}) as { readonly [index: string]: Members }
        for (const [index, { CapacityUnits }] of Object.entries(indexes)) add(index, CapacityUnits)
      }
    }
  }
  const all = [...totals].map(([name, units]) => ({ name, units }))
  return all.some(({ units }) => units > 0) ? all.filter(({ units }) => units > 0) : all
}
