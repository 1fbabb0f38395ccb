import { type Answer, isObject, type Json, type Request, type Side } from './exchange.ts'
import { unordered } from './normal-form.ts'

const PAGES_MAX = 300

/**
 * Sends a request and returns an answer that can be compared. Where DynamoDB promises no order of items (in a Scan,
 * among equal keys of an index), the sides may differ in it, so all pages are read and joined.
 */
export async function ask(side: Side, request: Request): Promise<Answer> {
  const { operation, input } = request
  if (operation === 'Scan') return input['ExclusiveStartKey'] ? bare(side, request) : askScan(side, request)
  if (operation === 'Query') {
    if (input['IndexName'] === undefined) return askPages(side, request)
    return input['ExclusiveStartKey'] ? bare(side, request) : joined(await pagesOf(side, request))
  }
  if (operation === 'ExecuteStatement') return askStatement(side, request)
  const answer = await side.send(request)
  return operation === 'BatchGetItem' ? withoutOrder(answer) : answer
}

/** Sends a request and returns only whether it succeeds. */
async function bare(side: Side, request: Request): Promise<Answer> {
  const answer = await side.send(request)
  return answer.body === undefined ? answer : { body: {} }
}

/** Returns the pages of a Query on a table, each as it is. */
async function askPages(side: Side, request: Request): Promise<Answer> {
  const pages = await pagesOf(side, request)
  return 'error' in pages ? pages : { body: pages.length === 1 ? (pages[0] as Json) : { Pages: pages } }
}

async function askScan(side: Side, request: Request): Promise<Answer> {
  const { TotalSegments: total, Segment: segment } = request.input
  const first = await pagesOf(side, request)
  if ('error' in first || typeof total !== 'number' || typeof segment !== 'number' || total > 16) {
    return joined(first)
  }
  const pages: Json[] = [...first]
  for (let other = 0; other < total; other++) {
    if (other === segment) continue
    const more = await pagesOf(side, { ...request, input: { ...request.input, Segment: other } })
    if ('error' in more) return more
    pages.push(...more)
  }
  return joined(pages)
}

type Failure = Extract<Answer, { error: string }>

/** Whether a SELECT appears to read one partition of a table, whose items are in order; judged by its text only. */
function isOnePartition(text: string): boolean {
  return /FROM "\w+" WHERE "?pk"? = /i.test(text) && !/\b(IN|OR|NOT)\b/i.test(text)
}

/** Returns the items of a statement on all its pages, in their order where there is one. */
async function askStatement(side: Side, request: Request): Promise<Answer> {
  const pages: Json[] = []
  let { input } = request
  while (pages.length < PAGES_MAX) {
    const answer = await side.send({ ...request, input })
    if (answer.body === undefined) return answer
    pages.push(answer.body)
    const token = answer.body['NextToken']
    if (token === undefined) break
    input = { ...input, NextToken: token }
  }
  const items = pages.flatMap(({ Items }) => Items ?? [])
  const text = String(input['Statement'])
  const isOrdered = /ORDER BY/i.test(text) || isOnePartition(text)
  return {
    body: {
      ...(pages.some(({ Items }) => Items !== undefined) && { Items: isOrdered ? items : unordered(items) }),
      ...(pages.length === 1 && { ConsumedCapacity: pages[0]?.['ConsumedCapacity'] }),
    },
  }
}

async function pagesOf(side: Side, request: Request): Promise<readonly Json[] | Failure> {
  const pages: Json[] = []
  let { input } = request
  while (pages.length < PAGES_MAX) {
    const answer = await side.send({ ...request, input })
    if (answer.body === undefined) return answer
    pages.push(answer.body)
    const start = answer.body['LastEvaluatedKey']
    if (start === undefined) break
    input = { ...input, ExclusiveStartKey: start }
  }
  return pages
}

/** Joins pages into one answer. Units are rounded up per page, so they are compared only if there is a single page. */
function joined(pages: readonly Json[] | Failure): Answer {
  if ('error' in pages) return pages
  const [first = {}] = pages
  const sum = (name: string) => pages.reduce((total, page) => total + Number(page[name] ?? 0), 0)
  const items = pages.every(({ Items }) => Items === undefined)
    ? undefined
    : pages.flatMap(({ Items }) => Items ?? [])
  return {
    body: {
      ...(items !== undefined && { Items: unordered(items) }),
      Count: sum('Count'),
      ScannedCount: sum('ScannedCount'),
      ...(pages.length === 1 && { ConsumedCapacity: first['ConsumedCapacity'] }),
    },
  }
}

function withoutOrder(answer: Answer): Answer {
  if (answer.body === undefined || !isObject(answer.body['Responses'])) return answer
  const responses = Object.entries(answer.body['Responses']).map(([table, items]) => [
    table,
    unordered(items),
  ])
  return { body: { ...answer.body, Responses: Object.fromEntries(responses) } }
}
