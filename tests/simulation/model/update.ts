import type { AttributeMap, AttributeType, AttributeValue } from '@monotable/protocol'
import { addNumbers, attributeTypeOf, setOwn, subtractNumbers, valuesEqual } from '@monotable/protocol'
import { copyOf, type Path, valueAt } from './document.ts'
import { Refusal } from './refusal.ts'

/** What SET assigns. */
export type Assigned =
  | { readonly kind: 'value'; readonly value: AttributeValue }
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'default'; readonly path: Path; readonly otherwise: Assigned }
  | { readonly kind: 'append' | 'plus' | 'minus'; readonly left: Assigned; readonly right: Assigned }

/** One action of an update. */
export type Action =
  | { readonly kind: 'SET'; readonly path: Path; readonly assigned: Assigned }
  | { readonly kind: 'REMOVE'; readonly path: Path }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: Path; readonly value: AttributeValue }

/**
 * Returns an item after an update, or throws a refusal. Every action sees the item as it was before. An update that
 * only removes does not create an item.
 */
export function applyActions(
  before: AttributeMap | undefined,
  key: AttributeMap,
  actions: readonly Action[],
): AttributeMap | undefined {
  const takesOnly = actions.length > 0 && actions.every(({ kind }) => kind === 'REMOVE' || kind === 'DELETE')
  if (before === undefined && takesOnly) return undefined
  const old = before ?? key
  for (const { path } of actions) requireParent(old, path)
  const results = actions.map((action) => ({ path: action.path, value: resultOf(action, old) }))
  const item = copyOf(old)
  const removed = new Map<AttributeValue[], Set<number>>()
  for (const { path, value } of results) write(item, path, value, removed)
  for (const [list, indexes] of removed) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)))
  }
  return item
}

/** Returns the type that an action writes, if that does not depend on the item. */
export function knownType(action: Action): AttributeType | undefined {
  if (action.kind === 'REMOVE') return undefined
  if (action.kind !== 'SET') return attributeTypeOf(action.value)
  const { assigned } = action
  if (assigned.kind === 'value') return attributeTypeOf(assigned.value)
  if (assigned.kind === 'append') return 'L'
  return assigned.kind === 'plus' || assigned.kind === 'minus' ? 'N' : undefined
}

function requireParent(item: AttributeMap, path: Path): void {
  if (path.length === 1) return
  const parent = valueAt(item, path.slice(0, -1) as unknown as Path)
  const wanted = typeof path.at(-1) === 'number' ? 'L' : 'M'
  if (parent === undefined || !(wanted in parent)) throw new Refusal('ValidationException')
}

function resultOf(action: Action, item: AttributeMap): AttributeValue | undefined {
  if (action.kind === 'SET') return assign(action.assigned, item)
  if (action.kind === 'REMOVE') return undefined
  const there = valueAt(item, action.path)
  if (action.kind === 'ADD') return there === undefined ? action.value : add(there, action.value)
  return there && subtractSet(there, action.value)
}

function assign(assigned: Assigned, item: AttributeMap): AttributeValue {
  switch (assigned.kind) {
    case 'value':
      return assigned.value
    case 'path':
      return required(valueAt(item, assigned.path))
    case 'default': {
      const otherwise = assign(assigned.otherwise, item)
      return valueAt(item, assigned.path) ?? otherwise
    }
    case 'append':
      return { L: [...listOf(assign(assigned.left, item)), ...listOf(assign(assigned.right, item))] }
    case 'plus':
      return { N: addNumbers(numberOf(assign(assigned.left, item)), numberOf(assign(assigned.right, item))) }
    case 'minus':
      return {
        N: subtractNumbers(numberOf(assign(assigned.left, item)), numberOf(assign(assigned.right, item))),
      }
  }
}

function add(there: AttributeValue, given: AttributeValue): AttributeValue {
  if ('N' in there && 'N' in given) return { N: addNumbers(there.N, given.N) }
  if ('SS' in there && 'SS' in given) return { SS: [...new Set([...there.SS, ...given.SS])] }
  if ('BS' in there && 'BS' in given) return { BS: [...new Set([...there.BS, ...given.BS])] }
  if (!('NS' in there && 'NS' in given)) throw new Refusal('ValidationException')
  return { NS: [...there.NS, ...given.NS.filter((member) => !hasNumber(there.NS, member))] }
}

function subtractSet(there: AttributeValue, given: AttributeValue): AttributeValue | undefined {
  if ('SS' in there && 'SS' in given)
    return left(
      'SS',
      there.SS.filter((one) => !given.SS.includes(one)),
    )
  if ('BS' in there && 'BS' in given)
    return left(
      'BS',
      there.BS.filter((one) => !given.BS.includes(one)),
    )
  if (!('NS' in there && 'NS' in given)) throw new Refusal('ValidationException')
  return left(
    'NS',
    there.NS.filter((one) => !hasNumber(given.NS, one)),
  )
}

function left(type: 'SS' | 'NS' | 'BS', members: readonly string[]): AttributeValue | undefined {
  return members.length === 0 ? undefined : ({ [type]: members } as unknown as AttributeValue)
}

function hasNumber(numbers: readonly string[], wanted: string): boolean {
  return numbers.some((number) => valuesEqual({ N: number }, { N: wanted }))
}

function write(
  item: AttributeMap,
  path: Path,
  value: AttributeValue | undefined,
  removed: Map<AttributeValue[], Set<number>>,
): void {
  const last = path.at(-1) as string | number
  const parent =
    path.length === 1 ? { M: item } : required(valueAt(item, path.slice(0, -1) as unknown as Path))
  if (typeof last === 'string') {
    const { M: map } = parent as { M: AttributeMap }
    if (value === undefined) Reflect.deleteProperty(map, last)
    else setOwn(map, last, value)
    return
  }
  const { L: list } = parent as { L: AttributeValue[] }
  if (value === undefined) removed.set(list, (removed.get(list) ?? new Set()).add(last))
  else list[Math.min(last, list.length)] = value
}

function required(value: AttributeValue | undefined): AttributeValue {
  if (value === undefined) throw new Refusal('ValidationException')
  return value
}

function listOf(value: AttributeValue): readonly AttributeValue[] {
  if (!('L' in value)) throw new Refusal('ValidationException')
  return value.L
}

function numberOf(value: AttributeValue): string {
  if (!('N' in value)) throw new Refusal('ValidationException')
  return value.N
}
