import type { SendAnswer } from '../../shared/api.ts'
import { isUnreached } from '../../shared/is-unreached.ts'
import type { RefusedRow, WritableRow, WriteRows } from './import-csv.ts'

/** Sends an operation; returns the answer of DynamoDB, including errors. */
export type SendAnswered = (operation: string, input: object) => Promise<SendAnswer>

interface WriterOptions {
  readonly send: SendAnswered
  readonly table: string
  readonly pause?: (ms: number) => Promise<void>
}

const ATTEMPTS = 12
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** Errors that pass by themselves when less is sent. */
const passing = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
])

/**
 * Writes items in batches, replacing those with the same key. If a batch is refused, its items are tried individually.
 */
export function replaceRows<Row>(options: WriterOptions): WriteRows<Row> {
  return async (rows) => {
    let left = rows
    for (let attempt = 1; left.length > 0; attempt++) {
      const requests = left.map(({ item }) => ({ PutRequest: { Item: item } }))
      const { output, error } = await options.send('BatchWriteItem', {
        RequestItems: { [options.table]: requests },
      })
      if (error !== undefined && isUnreached(error)) throw new Error(error.message)
      if (error !== undefined && !passing.has(error.name)) return putEach(left, options, {})
      if (error === undefined) left = unprocessed(output ?? {}, left, options.table)
      if (left.length === 0) break
      if (attempt >= ATTEMPTS)
        return left.map(({ row }) => ({ row, reason: error?.message ?? 'The table is throttled right now.' }))
      await pauseOf(options)(pauseMs(attempt))
    }
    return []
  }
}

/** Writes items one by one unless an item with the same key exists; those are reported. */
export function addRows<Row>(options: WriterOptions, pk: string): WriteRows<Row> {
  const condition = {
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': pk },
  }
  return (rows) => putEach(rows, options, condition)
}

async function putEach<Row>(
  rows: readonly WritableRow<Row>[],
  options: WriterOptions,
  condition: object,
): Promise<readonly RefusedRow<Row>[]> {
  const tried = await Promise.all(
    rows.map(async ({ row, item }) => {
      const input = { TableName: options.table, Item: item, ...condition }
      const reason = await trySend(options, input)
      return reason === undefined ? [] : [{ row, reason }]
    }),
  )
  return tried.flat()
}

/** Returns why an item was refused; `undefined` if it was not. */
async function trySend(options: WriterOptions, input: object): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await options.send('PutItem', input)
    if (error === undefined) return undefined
    if (isUnreached(error)) throw new Error(error.message)
    if (error.name === 'ConditionalCheckFailedException') return 'an item with this key exists'
    if (!passing.has(error.name) || attempt >= ATTEMPTS) return error.message
    await pauseOf(options)(pauseMs(attempt))
  }
}

/** Finds the unprocessed rows of a batch by their items: DynamoDB returns them as they were sent. */
function unprocessed<Row>(
  output: { readonly [member: string]: unknown },
  rows: readonly WritableRow<Row>[],
  table: string,
): readonly WritableRow<Row>[] {
  const { UnprocessedItems = {} } = output as {
    readonly UnprocessedItems?: {
      readonly [table: string]: readonly { readonly PutRequest?: { readonly Item?: object } }[]
    }
  }
  const back = Object.hasOwn(UnprocessedItems, table) ? (UnprocessedItems[table] ?? []) : []
  if (back.length === 0) return []
  const texts = new Set(back.map(({ PutRequest }) => textOf(PutRequest?.Item ?? {})))
  const left = rows.filter(({ item }) => texts.has(textOf(item)))
  // If the rows cannot be identified, the whole batch is written again, which is harmless; otherwise some would be
  // lost.
  return left.length === back.length ? left : rows
}

/** Formats an item so that equal items have the same text, whatever the order of their attributes. */
function textOf(item: object): string {
  return JSON.stringify(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
}

function pauseOf({ pause }: WriterOptions): (ms: number) => Promise<void> {
  return pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
}
