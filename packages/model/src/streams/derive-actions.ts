import { encodeKey } from '../entities/encode-key.ts'
import { keyId } from '../entities/key-id.ts'
import type { Change } from '../expressions/change.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError, valueError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { addDecimals } from '../util/add-decimals.ts'
import { planCreate, planPut } from '../writes/plan-put.ts'
import { planUpdate } from '../writes/plan-update.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import type { Step } from './generation.ts'
import type { Aggregate, Contribution, Projection } from './projection.ts'

/**
 * Plans the changes to a projection's items that follow from a change of their source: only of those that differ, if
 * what is stored is known.
 */
export function projectionActions({ target, derive }: Projection, step: Step, now: number): PlannedAction[] {
  const itemsOf = (items: readonly (object | undefined)[]) => {
    const planned = items.flatMap((item) => (item === undefined ? [] : derive(item)))
    const actions = planned.map((input) => planPut(target, input, now))
    return new Map(actions.map((action) => [keyId(target.table, action.key), action]))
  }
  const before = itemsOf([step.before, ...(step.begun ?? [])])
  const after = itemsOf([step.after])
  const gone = [...before].filter(([id]) => !after.has(id))
  const changed = [...after].filter(
    ([id, action]) => step.begun !== undefined || JSON.stringify(before.get(id)) !== JSON.stringify(action),
  )
  return [
    ...gone.map(([, { key }]) => ({
      action: { kind: 'delete', entity: target, key, condition: undefined } as const,
    })),
    ...changed.map(([, action]) => ({ action })),
  ].map((planned) => ({ ...planned, explain: () => undefined }))
}

/** What to add to one item of sums. */
export interface Sum {
  readonly key: Values
  readonly stored: WireItem
  /** Decimal numbers: a sum over many items must not accumulate the rounding errors of JavaScript's numbers. */
  readonly amounts: ReadonlyMap<string, string>
}

/** Returns what changes add to each item of sums, without those to which they add nothing. */
export function sumsOf({ target, derive }: Aggregate, steps: readonly Step[]): ReadonlyMap<string, Sum> {
  const sums = new Map<string, { key: Values; stored: WireItem; amounts: Map<string, string> }>()
  const add = ({ key, amounts }: Contribution, sign: 1 | -1) => {
    const stored = encodeKey(target, key as Values)
    const id = keyId(target.table, stored)
    const sum = sums.get(id) ?? { key: key as Values, stored, amounts: new Map<string, string>() }
    for (const [name, amount] of Object.entries(amounts)) {
      // A missing value adds nothing; one that is not a number would corrupt every sum unnoticed.
      if (amount === undefined || amount === null) continue
      if (!Number.isFinite(Number(amount)))
        throw valueError(`${target.name}: ${amount} cannot be added to "${name}"`, name)
      sum.amounts.set(name, addDecimals(sum.amounts.get(name) ?? '0', String(sign * amount)))
    }
    sums.set(id, sum)
  }
  for (const { before, after } of steps) {
    for (const one of before === undefined ? [] : derive(before)) add(one, -1)
    for (const one of after === undefined ? [] : derive(after)) add(one, 1)
  }
  return new Map(
    [...sums].filter(([, { amounts }]) => [...amounts.values()].some((amount) => amount !== '0')),
  )
}

/**
 * Plans to add to an item of sums, as it was read. If there is none, it is created, provided that the stream owns such
 * items.
 */
export function sumAction(
  { target, creates }: Aggregate,
  { key, amounts }: Sum,
  current: WireItem | undefined,
  now: number,
): PlannedAction[] {
  const explain = () => 'again' as const
  if (current === undefined && !creates) return []
  if (current === undefined) {
    const action = planCreate(
      target,
      { ...key, ...Object.fromEntries([...amounts].map(([name, amount]) => [name, Number(amount)])) },
      now,
    )
    return [{ action, explain }]
  }
  const changes = [...amounts].map(
    ([name, amount]): Change => ({
      kind: 'add',
      steps: [name],
      amount: Number(amount),
    }),
  )
  const plan = planUpdate(target, { key, changes }, { now, current })
  if (plan.kind === 'ready') return [{ action: plan.action, guards: plan.guards, explain }]
  throw new ModelError(
    'DEFINITION',
    `${target.name} cannot hold sums: its keys depend on what is not known`,
    {
      subject: target.name,
    },
  )
}
