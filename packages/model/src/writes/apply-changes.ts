import { type FormNode, storedSteps } from '../codec/stored-form.ts'
import type { Change } from '../expressions/change.ts'
import type { Operand } from '../expressions/condition.ts'
import type { Step } from '../expressions/path.ts'
import { encodeOperand } from '../expressions/placeholders.ts'
import type { WireItem, WireValue } from '../port/wire.ts'
import { addDecimals } from '../util/add-decimals.ts'
import { setOwn } from '../util/own-property.ts'
import { wireAt } from './make-parents.ts'
import { storedId } from './stored-id.ts'

/** Returns a known item with changes applied as DynamoDB would apply them. */
export function applyChanges(item: WireItem, changes: readonly Change[], forms: FormNode): WireItem {
  const result = structuredClone(item) as { [name: string]: WireValue }
  const shortened = new Set<(WireValue | undefined)[]>()
  for (const change of changes) {
    const { steps } = change
    const last = storedSteps(forms, steps).at(-1) as Step
    const parent = wireAt(result, steps.slice(0, -1), forms)
    const value = valueAfter(change, wireAt(item, steps, forms), { item, forms })
    if (parent === undefined) continue
    if ('L' in parent && typeof last === 'number') {
      const list = parent.L as (WireValue | undefined)[]
      list[Math.min(last, list.length)] = value
      shortened.add(list)
    } else if ('M' in parent && typeof last === 'string') {
      if (value === undefined) delete (parent.M as { [name: string]: WireValue })[last]
      else setOwn(parent.M as { [name: string]: WireValue }, last, value)
    }
  }
  for (const list of shortened) list.splice(0, list.length, ...list.filter((value) => value !== undefined))
  return result
}

interface Origin {
  readonly item: WireItem
  readonly forms: FormNode
}

function valueAfter(change: Change, before: WireValue | undefined, origin: Origin): WireValue | undefined {
  switch (change.kind) {
    case 'set':
      return storedOperand(change.value, origin)
    case 'setIfMissing':
      return before ?? storedOperand(change.value, origin)
    case 'remove':
      return undefined
    case 'add':
      return { N: addDecimals(before !== undefined && 'N' in before ? before.N : '0', String(change.amount)) }
    default:
      return withElements(change.kind, before, storedOperand(change.elements, origin))
  }
}

function withElements(
  kind: 'append' | 'prepend' | 'include' | 'discard',
  before: WireValue | undefined,
  elements: WireValue | undefined,
): WireValue | undefined {
  const name = Object.keys(elements ?? before ?? { L: 0 })[0] as string
  const listOf = (value: WireValue | undefined) => Object.values(value ?? {}).flat() as unknown[]
  const [old, more] = [listOf(before), listOf(elements)]
  if (kind === 'append') return { L: [...old, ...more] } as WireValue
  if (kind === 'prepend') return { L: [...more, ...old] } as WireValue
  const idOf = (element: unknown) => storedId({ [name.charAt(0)]: element } as never)
  const ids = new Set(more.map(idOf))
  const left = old.filter((one) => !ids.has(idOf(one)))
  const all = kind === 'include' ? [...left, ...more] : left
  return all.length === 0 ? undefined : ({ [name]: all } as never)
}

function storedOperand(operand: Operand, { item, forms }: Origin): WireValue | undefined {
  if (operand.kind === 'wire' || operand.kind === 'value') return encodeOperand(operand, forms)
  return wireAt(item, operand.steps, forms)
}
