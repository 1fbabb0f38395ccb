import type { AttributeValue } from '@monotable/protocol'
import type { Path } from '../model/document.ts'
import type { KeyType } from '../model/table-shape.ts'
import { type TableShape, tableKeyParts } from '../model/table-shape.ts'
import type { Action, Assigned } from '../model/update.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { anyValue, documentNames, keyNames, keyValue, memberNames, valueOfType } from './attribute-pool.ts'

/** Draws some actions whose paths do not overlap. */
export function generateUpdate(
  random: SeededRandom,
  shape: TableShape,
  types: ReadonlyMap<string, KeyType>,
): Action[] {
  const own = new Set(tableKeyParts(shape).map(({ name }) => name))
  const keys = keyNames.filter((name) => !own.has(name) || random.percent(1))
  const names = random.shuffle([...keys, ...documentNames]).slice(0, 1 + random.below(4))
  return names.flatMap((name) =>
    keys.includes(name as (typeof keys)[number])
      ? [scalarAction(random, name, types.get(name) ?? 'S')]
      : documentActions(random, name),
  )
}

// In most cases the value has the attribute's key type, so that the update is not refused.
function scalarAction(random: SeededRandom, name: string, type: KeyType): Action {
  const path: Path = [name]
  if (random.percent(20)) return { kind: 'REMOVE', path }
  if (type === 'N' && random.percent(30))
    return { kind: 'ADD', path, value: { N: random.pick(['1', '-1', '0.5']) } }
  const value = random.percent(97) ? keyValue(random, { name, type }) : anyValue(random)
  return { kind: 'SET', path, assigned: assignScalar(random, path, value) }
}

function assignScalar(random: SeededRandom, path: Path, value: AttributeValue): Assigned {
  if (random.percent(20)) return { kind: 'default', path, otherwise: { kind: 'value', value } }
  if ('N' in value && random.percent(20)) {
    const left: Assigned = { kind: 'default', path, otherwise: { kind: 'value', value: { N: '0' } } }
    return { kind: random.pick(['plus', 'minus']), left, right: { kind: 'value', value } }
  }
  return { kind: 'value', value }
}

function documentActions(random: SeededRandom, name: string): Action[] {
  const kind = random.below(10)
  if (kind === 0) return [{ kind: 'REMOVE', path: [name] }]
  if (kind === 1)
    return [{ kind: 'ADD', path: [name], value: valueOfType(random, random.pick(['SS', 'NS', 'BS', 'N'])) }]
  if (kind === 2)
    return [{ kind: 'DELETE', path: [name], value: valueOfType(random, random.pick(['SS', 'NS', 'BS'])) }]
  if (kind === 3) return [{ kind: 'SET', path: [name], assigned: appended(random, name) }]
  if (kind === 4) return listActions(random, name)
  if (kind <= 6) return memberActions(random, name)
  if (kind === 7) {
    const from = random.pick(documentNames)
    return [{ kind: 'SET', path: [name], assigned: { kind: 'path', path: [from] } }]
  }
  return [{ kind: 'SET', path: [name], assigned: { kind: 'value', value: anyValue(random) } }]
}

function appended(random: SeededRandom, name: string): Assigned {
  const left: Assigned = { kind: 'default', path: [name], otherwise: { kind: 'value', value: { L: [] } } }
  const right: Assigned = { kind: 'value', value: { L: [anyValue(random, 1)] } }
  return { kind: 'append', ...(random.percent(50) ? { left, right } : { left: right, right: left }) }
}

function listActions(random: SeededRandom, name: string): Action[] {
  const first = random.below(4)
  if (random.percent(50)) {
    return [{ kind: 'SET', path: [name, first], assigned: { kind: 'value', value: anyValue(random, 1) } }]
  }
  const second = first + 1 + random.below(2)
  const removal = (index: number): Action => ({ kind: 'REMOVE', path: [name, index] })
  return random.percent(50) ? [removal(first)] : random.shuffle([removal(first), removal(second)])
}

function memberActions(random: SeededRandom, name: string): Action[] {
  return random.some(memberNames, 40).map((member): Action => {
    const path: Path = [name, member]
    if (random.percent(25)) return { kind: 'REMOVE', path }
    if (random.percent(15)) return { kind: 'ADD', path, value: { N: '1' } }
    return { kind: 'SET', path, assigned: { kind: 'value', value: anyValue(random, 1) } }
  })
}
