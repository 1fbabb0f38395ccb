import { type Answer, isObject, type Json } from '../../differential/exchange.ts'
import type { Side } from './side.ts'
import { homeRegion } from './world.ts'

const logMax = 2000

/** Databases that get the same requests and have to give the same answers. */
export class SidesInStep {
  readonly sides: readonly Side[]
  /** What was sent and answered. */
  readonly log: string[] = []

  constructor(sides: readonly Side[]) {
    this.sides = sides
  }

  /** Sends a request to all sides; returns the answer, or undefined when it was refused. */
  async send(operation: string, input: Json, region = homeRegion): Promise<Json | undefined> {
    this.log.push(short(`${operation} ${region} ${JSON.stringify(input)}`))
    const answers: Answer[] = []
    for (const side of this.sides) answers.push(await side.send(operation, input, region))
    const texts = answers.map((answer) => JSON.stringify(answer))
    this.log.push(short(`  ${texts[0]}`))
    for (const [place, text] of texts.entries()) {
      requireSame(`${this.sides[place]?.name}'s answer to ${operation}`, texts[0], text)
    }
    return answers[0]?.body
  }

  /** Returns all items of a Scan or Query, read page by page on all sides. */
  async pages(operation: 'Scan' | 'Query', input: Json): Promise<Json[]> {
    return allPages(input, (page) => this.send(operation, { ...page, ReturnConsumedCapacity: 'INDEXES' }))
  }

  /** Returns all items of a table or an index on the first side; none if it cannot be read yet. */
  async items(input: Json, region = homeRegion): Promise<Json[]> {
    return allPages(input, async (page) => (await this.sides[0]?.send('Scan', page, region))?.body)
  }

  async settled(): Promise<void> {
    for (const side of this.sides) await side.settled()
  }
}

async function allPages(input: Json, read: (input: Json) => Promise<Json | undefined>): Promise<Json[]> {
  const items: Json[] = []
  let start: Json = {}
  for (;;) {
    const body = await read({ ...input, ...start })
    items.push(...((body?.['Items'] ?? []) as Json[]))
    const key = body?.['LastEvaluatedKey']
    if (!isObject(key)) return items
    start = { ExclusiveStartKey: key }
  }
}

/** Throws if a text differs from the expected one, and shows where the difference begins. */
export function requireSame(what: string, expected: string | undefined, text: string): void {
  if (expected === text) return
  const [left, right] = [expected ?? 'nothing', text]
  let at = 0
  while (left[at] === right[at]) at++
  const from = Math.max(0, at - 200)
  throw new Error(`${what} differs at ${at}: …${left.slice(from, at + 200)}\n…${right.slice(from, at + 200)}`)
}

/** Returns items as text that does not depend on their order or that of their attributes. */
export function itemsText(items: readonly Json[]): string {
  return items
    .map((item) => JSON.stringify(Object.entries(item).sort()))
    .sort()
    .join('\n')
}

function short(text: string): string {
  return text.slice(0, logMax)
}
