import type { Change, Decision, RecordKey, RecordValue } from '@monotable/engine'

/*
 * Writes whose result can be computed: the nth write of a client depends only on the seed, the client and n. Each write
 * touches three spaces, so that a mutation applied only in part is noticed.
 */

export const clients = 8
export const spaces = ['items', 'index', 'counters'] as const
const itemsPerClient = 20

/** What one write of a client does. */
export interface Step {
  readonly item: number
  readonly remove: boolean
  readonly padding: number
}

export interface StepId {
  readonly seed: number
  readonly client: number
  readonly n: number
}

export function stepOf({ seed, client, n }: StepId): Step {
  const mixed = mix(mix(mix(seed) ^ client) ^ n)
  return { item: mixed % itemsPerClient, remove: (mixed >>> 8) % 4 === 0, padding: (mixed >>> 12) % 3000 }
}

/** Returns the places that a write reads: the client's counter and the item. */
export function keysOf(id: StepId): RecordKey[] {
  return [counterKey(id.client), itemKey(id.client, stepOf(id).item)]
}

/** Returns the changes of a write: to the counter, the item and the item's index entry. */
export function decideStep(
  id: StepId,
  [counter, item]: readonly (RecordValue | undefined)[],
): Decision<void> {
  if (Number(counter?.doc ?? 0) !== id.n - 1) throw new Error(`client ${id.client} lost count before ${id.n}`)
  const { item: number, remove, padding } = stepOf(id)
  const changes: Change[] = [{ ...counterKey(id.client), value: recordValue(String(id.n)) }]
  if (item) changes.push({ ...indexKey(id.client, nOf(item)), value: undefined })
  const doc = JSON.stringify({ n: id.n, padding: 'é'.repeat(padding) })
  changes.push({ ...itemKey(id.client, number), value: remove ? undefined : recordValue(doc) })
  if (!remove) changes.push({ ...indexKey(id.client, id.n), value: recordValue(String(number)) })
  return { changes, answer: undefined }
}

/** Returns which write each item of a client comes from, after `n` writes. */
export function itemsAfter({ seed, client, n }: StepId): Map<number, number> {
  const items = new Map<number, number>()
  for (let i = 1; i <= n; i++) {
    const { item, remove } = stepOf({ seed, client, n: i })
    if (remove) items.delete(item)
    else items.set(item, i)
  }
  return items
}

export function counterKey(client: number): RecordKey {
  return { space: 'counters', partition: partitionOf(client), sort: '' }
}

export function itemKey(client: number, item: number): RecordKey {
  return { space: 'items', partition: partitionOf(client), sort: String(item) }
}

export function indexKey(client: number, n: number): RecordKey {
  return { space: 'index', partition: partitionOf(client), sort: String(n).padStart(9, '0') }
}

export function nOf(item: RecordValue): number {
  return (JSON.parse(item.doc) as { n: number }).n
}

function partitionOf(client: number): string {
  return `\0\x01\xff${client}`.padEnd(16, '\0')
}

function recordValue(doc: string): RecordValue {
  return { doc, sizeBytes: doc.length }
}

/** Scatters numbers; the same number always gives the same result. */
export function mix(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
