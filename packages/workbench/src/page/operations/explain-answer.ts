import { getOwn } from '@monotable/protocol'
import type { SendAnswer, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { nextPage } from './answered-items.ts'

/** What a call did, and what it consumed. */
export interface Explanation {
  /** The kind of call in a word: `QUERY`, `SCAN`, `GET`, `SEARCH`, `WRITE`, `PARTIQL`. */
  readonly badge: string
  /** One sentence: what was read or written, and why in that way. */
  readonly summary: string
  readonly units?: number | undefined
  readonly kind: 'read' | 'write'
  readonly byTable: readonly { readonly name: string; readonly units: number }[]
  readonly scanned?: number | undefined
  readonly returned?: number | undefined
  /** The fraction of what was read that was also returned: 0 to 1. */
  readonly efficiency?: number | undefined
  /** Whether there is more to read. */
  readonly more: boolean
  readonly warnings: readonly string[]
}

type Members = { readonly [member: string]: unknown }

const wasteful = 0.5

/** Explains an answer. If a read has several pages, `pages` are the answers so far. */
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

/** Whether a call changes anything, so that read-only connections reject it. */
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

/** Returns the kind of an operation in a word. */
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
  if (operation === 'Query') return `Part of one partition of ${where} was read, by its key.`
  if (operation === 'Scan') {
    const key = model.indexes.find(({ name }) => name === index) ?? model.key
    const names = key.pk.map(({ name }) => name).join(' and ')
    const whole = typeof index === 'string' ? `all of ${index}` : 'the whole table'
    return `This is a Scan of ${whole}, because no value is given for its partition key ${names}: it reads every item, in pages of 1 MB, whatever the filter.`
  }
  if (operation === 'SearchVectors') {
    return `The vectors of ${where} that are nearest to the given one. You pay for the bytes that a search reads, not for units.`
  }
  if (operation === 'BatchGetItem') return 'Items were read by their keys, each by itself.'
  if (operation === 'TransactGetItems') return 'Items were read as of one moment, for twice the units.'
  if (operation === 'TransactWriteItems')
    return 'Everything was written in one transaction, for twice the units.'
  if (operation === 'BatchWriteItem')
    return 'Items were written, each by itself: some may be left unprocessed.'
  if (operation === 'ExecuteStatement' && /^\s*select/i.test(String(input['Statement']))) {
    return 'A SELECT reads by key if its WHERE has the whole partition key, and scans if it does not.'
  }
  return 'Done.'
}

function warn(operation: string, efficiency: number | undefined, scanned: number | undefined): string[] {
  if (efficiency === undefined || efficiency >= wasteful || (scanned ?? 0) < 5) return []
  const thrown = `${Math.round((1 - efficiency) * 100)} % of what was read and paid for was discarded by the filter.`
  return [operation === 'Query' ? `${thrown} A key or a sparse index would read only what you want.` : thrown]
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

/** Sums the units of each table and index, from one ConsumedCapacity or a list of them. */
function unitsByTable(outputs: readonly Members[]): { readonly name: string; readonly units: number }[] {
  const totals = new Map<string, number>()
  const add = (name: string, units: unknown) => totals.set(name, (totals.get(name) ?? 0) + Number(units ?? 0))
  for (const output of outputs) {
    const consumed = output['ConsumedCapacity']
    for (const one of (Array.isArray(consumed) ? consumed : [consumed]) as (Members | undefined)[]) {
      // The consumption of a search is given in bytes.
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
