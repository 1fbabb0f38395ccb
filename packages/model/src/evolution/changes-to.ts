import type { Change } from '../expressions/change.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import { sameStored } from '../writes/stored-id.ts'

/** Returns the changes that turn one stored item into another with the same key, attribute by attribute. */
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
