import { getOwn, setOwn } from '@monotable/protocol'
import type { PatternCall, PatternRun, SendAnswer, SendRequest, ServiceFailure } from '../shared/api.ts'
import type { WireItem } from '../shared/guess/wire-item.ts'
import { ApiError, invalid, notFound } from './api-error.ts'
import { connectionPort, type Exchange } from './connection-port.ts'
import type { KeptConnection } from './connections.ts'
import { argumentType } from './describe-table-model.ts'
import type { KnownModel } from './known-model.ts'
import { requirePermitted, type Timer } from './send-operation.ts'

/** The inputs for running a pattern. */
export interface PatternContext {
  readonly kept: KeptConnection
  readonly known: KnownModel
  readonly timer: Timer
}

/** A run, with its requests and answers as they were sent. */
export interface RunResult {
  readonly run: PatternRun
  readonly exchanges: readonly Exchange[]
  /** The error that ended the run, so that not everything was read. */
  readonly failure?: ServiceFailure | undefined
}

/** Parses a request of the page to call a pattern. */
export function readPatternCall(body: { readonly [member: string]: unknown }): PatternCall {
  const { table, pattern, arguments: given = {}, cursor } = body
  if (typeof table !== 'string' || typeof pattern !== 'string') {
    throw invalid('"table" and "pattern" must be names.')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('"arguments" must be an object.')
  }
  if (cursor !== undefined && typeof cursor !== 'string') throw invalid('"cursor" must be a text.')
  return { table, pattern, arguments: given as never, ...(cursor !== undefined && { cursor }) }
}

/** Calls a pattern of a declared model; returns what was sent and what came back. */
export async function runPattern(context: PatternContext, call: PatternCall): Promise<RunResult> {
  const { kept, known, timer } = context
  const exchanges: Exchange[] = []
  const port = connectionPort(kept.connection, {
    timer,
    onSend: (request) => requirePermitted(kept, request),
    onAnswer: (exchange) => exchanges.push(exchange),
  })
  const counting = countingPort(port)
  const caller = callerOf(known, counting, call.pattern)
  const page = call.cursor === undefined ? {} : { cursor: call.cursor }
  let next: string | undefined
  let failure: ServiceFailure | undefined
  try {
    const result = (await caller(readArguments(known, call), page)) as { readonly next?: string }
    next = result.next
  } catch (error) {
    if (error instanceof ApiError) throw error
    // An error of DynamoDB is among the exchanges; any other one is a fault of the call.
    failure = exchanges.flatMap(({ answer }) => ('error' in answer ? [answer.error] : [])).at(-1)
    if (failure === undefined) throw invalid((error as Error).message)
  }
  exchanges.sort((one, other) => one.number - other.number)
  return { run: describeRun(known, call, { exchanges, next }), exchanges, failure }
}

type Caller = (args: object, page: object) => PromiseLike<unknown>

function callerOf({ model }: KnownModel, port: ReturnType<typeof connectionPort>, name: string): Caller {
  const { q } = model.connect(port) as unknown as { readonly q: { readonly [name: string]: Caller } }
  const caller = getOwn(q, name)
  if (caller === undefined) throw notFound(`pattern "${name}"`)
  return caller
}

/** Wraps a port to request consumed capacity with each operation, so that it can be shown. */
function countingPort(port: ReturnType<typeof connectionPort>): ReturnType<typeof connectionPort> {
  return {
    send: (operation, input) =>
      port.send(operation, { ...input, ReturnConsumedCapacity: 'INDEXES' } as typeof input),
  }
}

/** Converts arguments for the model: JSON has no dates, and the page's fields contain only text. */
function readArguments(
  known: KnownModel,
  { table: name, pattern: wanted, arguments: given }: PatternCall,
): object {
  const table = known.description.tables.find((one) => one.name === name)
  const pattern = table?.patterns.find((one) => one.name === wanted)
  if (table === undefined || pattern === undefined) throw notFound(`pattern "${wanted}" of ${name}`)
  const read: { [name: string]: unknown } = {}
  for (const [argument, value] of Object.entries(given)) {
    setOwn(read, argument, readArgument(value, argumentType(argument, pattern, table)))
  }
  return read
}

function readArgument(value: unknown, type: ReturnType<typeof argumentType>): unknown {
  if (Array.isArray(value)) return value.map((one) => readArgument(one, type))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).slice(0, 10)
    return Object.fromEntries(
      entries.map(([name, one]) => [name, name === 'begins' ? one : readArgument(one, type)]),
    )
  }
  if (typeof value !== 'string') return value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'bigint' && /^-?\d{1,40}$/.test(value)) return BigInt(value)
  if (type === 'date' && !Number.isNaN(Date.parse(value))) return new Date(value)
  return value
}

function describeRun(
  known: KnownModel,
  call: PatternCall,
  { exchanges, next }: { readonly exchanges: readonly Exchange[]; readonly next: string | undefined },
): PatternRun {
  const [first, ...others] = exchanges
  if (first === undefined) throw invalid('The pattern sent nothing.')
  const keys = storedKeys(known, call.table, exchanges)
  const expected = call.cursor === undefined ? compareExpected(known, call, keys) : undefined
  return {
    request: requestOf(first),
    answer: answerOf(first),
    ...(others.length > 0 && {
      more: others.map((one) => ({ request: requestOf(one), answer: answerOf(one) })),
    }),
    keys,
    ...(next !== undefined && { next }),
    ...(expected !== undefined && { expected }),
  }
}

/** Compares the result of a call with its expectation; `undefined` if there is none. */
function compareExpected(
  { expectations }: KnownModel,
  call: PatternCall,
  keys: PatternRun['keys'],
): PatternRun['expected'] {
  const args = JSON.stringify(call.arguments)
  const kept = expectations
    ?.list()
    .find((one) => one.pattern === call.pattern && JSON.stringify(one.arguments) === args)
  if (kept === undefined) return undefined
  const same = JSON.stringify(kept.returns) === JSON.stringify(keys.map(({ key }) => key))
  return same ? 'same' : 'different'
}

function requestOf({ operation, input }: Exchange): SendRequest {
  return { operation, input }
}

function answerOf({ answer, durationMs }: Exchange): SendAnswer {
  if ('error' in answer) return { error: answer.error, durationMs }
  return { output: JSON.parse(answer.output === '' ? '{}' : answer.output), durationMs }
}

/** Returns the keys of the items that were found, in order. */
export function storedKeys(
  { description }: KnownModel,
  name: string,
  exchanges: readonly Exchange[],
): PatternRun['keys'] {
  const table = description.tables.find((one) => one.name === name)
  const attributes = [...(table?.key.pk ?? []), ...(table?.key.sk ?? [])].map((one) => one.name)
  return exchanges.flatMap(itemsOf).map((item) => {
    const type = table?.typeAttribute === undefined ? undefined : getOwn(item, table.typeAttribute)?.['S']
    const entity = typeof type === 'string' ? type : undefined
    return { ...(entity !== undefined && { entity }), key: pick(item, attributes) }
  })
}

/** Returns the items that a Query or Scan found; items fetched again by key are already among them. */
export function itemsOf({ operation, answer }: Exchange): readonly WireItem[] {
  if ('error' in answer || (operation !== 'Query' && operation !== 'Scan')) return []
  const { Items } = JSON.parse(answer.output) as { readonly Items?: readonly WireItem[] }
  return Items ?? []
}

/** Returns the named attributes of an item. */
export function pick(item: WireItem, names: readonly string[]): WireItem {
  const picked: { [name: string]: WireItem[string] } = {}
  for (const name of names) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(picked, name, value)
  }
  return picked
}
