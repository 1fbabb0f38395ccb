import type { SendAnswer } from '../../shared/api.ts'
import { isUnreached } from '../../shared/is-unreached.ts'
import type { RefusedRow, WritableRow, WriteRows } from './import-csv.ts'

/** Sends an operation; gives what DynamoDB answered, its errors too. */
export type SendAnswered = (operation: string, input: object) => Promise<SendAnswer>

interface WriterOptions {
  readonly send: SendAnswered
  readonly table: string
  readonly pause?: (ms: number) => Promise<void>
}

const ATTEMPTS = 12
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** What passes by itself when less is sent. */
const passing = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
])

/** Writes items in batches; one with the same key is replaced. Where a batch is refused, its items are tried one by one. */
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
        return left.map(({ row }) => ({ row, reason: error?.message ?? 'The table takes no more for now.' }))
      await pauseOf(options)(pauseMs(attempt))
    }
    return []
  }
}

/** Writes items one by one where there is none with the same key; those that are there are told. */
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

/** Why an item was refused; nothing where it was not. */
async function trySend(options: WriterOptions, input: object): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await options.send('PutItem', input)
    if (error === undefined) return undefined
    if (isUnreached(error)) throw new Error(error.message)
    if (error.name === 'ConditionalCheckFailedException') return 'there is an item with its key'
    if (!passing.has(error.name) || attempt >= ATTEMPTS) return error.message
    await pauseOf(options)(pauseMs(attempt))
  }
}

/** Those of a batch that were left over, by their items: DynamoDB gives them back as they were sent. */
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
  // One that cannot be told from others is written again, which changes nothing: it would be lost otherwise.
  return left.length === back.length ? left : rows
}

/** The same for the same item, in whatever order its attributes come. */
function textOf(item: object): string {
  return JSON.stringify(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function pauseMs(attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
}

function pauseOf({ pause }: WriterOptions): (ms: number) => Promise<void> {
  return pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
}
