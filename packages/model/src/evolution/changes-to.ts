import type { Change } from '../expressions/change.ts'
import { encodeDecimal } from '../keys/encode-number.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'

/** What makes one item of another that has the same key, attribute by attribute as they are stored. */
export function changesTo(before: WireItem, after: WireItem): Change[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const changed = Object.entries(after).filter(([name, value]) => {
    const was = getOwn(before, name)
    return was === undefined || !sameStored(was, value)
  })
  return [
    ...changed.map(
      ([name, value]): Change => ({
        kind: 'set',
        steps: [name],
        value: { kind: 'wire', value },
        asStored: true,
      }),
    ),
    ...gone.map((name): Change => ({ kind: 'remove', steps: [name], asStored: true })),
  ]
}

/** Whether two stored values are the same. The members of a set have no order; numbers are as DynamoDB writes them. */
export function sameStored(one: WireValue, other: WireValue): boolean {
  return JSON.stringify(normalized(one)) === JSON.stringify(normalized(other))
}

function normalized(value: WireValue): unknown {
  if ('SS' in value) return { SS: [...value.SS].sort() }
  if ('NS' in value) return { NS: value.NS.map((number) => encodeDecimal(number) ?? number).sort() }
  if ('BS' in value) return { BS: value.BS.map(String).sort() }
  if ('B' in value) return { B: String(value.B) }
  if ('N' in value) return { N: encodeDecimal(value.N) ?? value.N }
  if ('L' in value) return { L: value.L.map(normalized) }
  if (!('M' in value)) return value
  return {
    M: Object.entries(value.M)
      .map(([name, member]) => [name, normalized(member)])
      .sort(),
  }
}
