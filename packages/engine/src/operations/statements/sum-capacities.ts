import type { ConsumedCapacity } from '@monotable/protocol'
import { getOwn, setOwn } from '@monotable/protocol'

type Counted = { readonly [member: string]: unknown }

/** Sums the capacities of several requests on the same table; `undefined` if none were requested. */
export function sumCapacities(
  one: ConsumedCapacity | undefined,
  other: ConsumedCapacity | undefined,
): ConsumedCapacity | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return sum(one as Counted, other as Counted) as ConsumedCapacity
}

/** Adds up numbers and recurses into members that both have; nothing is nested deeper than indexes by name. */
function sum(one: Counted, other: Counted): Counted {
  const total: { [member: string]: unknown } = { ...one }
  for (const [member, added] of Object.entries(other)) {
    const before = getOwn(one as never, member) as unknown
    if (typeof added === 'number')
      setOwn(total as never, member, (((before as number) ?? 0) + added) as never)
    else if (typeof added === 'object' && typeof before === 'object') {
      setOwn(total as never, member, sum(before as Counted, added as Counted) as never)
    } else setOwn(total as never, member, added as never)
  }
  return total
}
