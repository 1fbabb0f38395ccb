import type { BatchKey } from '../batches/batch-get-input.ts'
import { runBatchGet } from '../batches/run-batches.ts'
import { keyId } from '../entities/key-id.ts'
import { ModelError } from '../model-error.ts'
import type { WireValue } from '../port/wire.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { groupBy } from '../util/group-by.ts'
import { getOwn } from '../util/own-property.ts'
import { transactionLimit } from '../writes/compile-plan.ts'
import type { WriteAction } from '../writes/write-action.ts'
import type { PlannedAction } from '../writes/write-plan.ts'
import { projectionActions, sumAction, sumsOf } from './derive-actions.ts'
import type { AnyChange } from './entity-change.ts'
import { type DerivationState, readState, type Step, stepOf } from './generation.ts'
import {
  advanceLedger,
  checkPending,
  type LedgerEntry,
  type LedgerPlace,
  ledgerKey,
  readEntry,
  stateKey,
} from './ledger.ts'
import type { Aggregate, Derivation, Projection } from './projection.ts'
import { transact, untilDone } from './run-transaction.ts'

/** The number of items that are followed together: each takes a place in the transaction, and so do the sums. */
const groupsAtOnce = 40

/** The number of items whose projections are written in parallel. */
const parallel = 8

/** The changes of one item, and its place in the ledger. */
interface Followed {
  readonly place: LedgerPlace
  readonly changes: readonly AnyChange[]
}

/** Updates what is derived for some changes, each of which is applied once, however often it is delivered. */
export async function followChanges(
  context: ModelContext,
  name: string,
  derivation: Derivation,
  changes: readonly AnyChange[],
): Promise<void> {
  const { source, target } = derivation
  const own = changes.filter(({ entity, table }) => entity === source.name && table === source.table.name)
  if (own.length === 0) return
  const names = [...source.table.key.pk, ...source.table.key.sk].map((attribute) => attribute.name)
  const followed = [...groupBy(own, ({ key }) => keyId(source.table, key)).values()].map(
    (group): Followed => {
      const key = (group[0] as AnyChange).key
      const values = names.map((one) => getOwn(key, one) as WireValue)
      return { place: { derivation: name, target, source: values }, changes: group }
    },
  )
  const [stored] = await runBatchGet(context, [{ table: target.table, key: stateKey(name, target) }], true)
  const state = readState(stored)
  for (let at = 0; at < followed.length; at += groupsAtOnce) {
    const some = followed.slice(at, at + groupsAtOnce)
    await (derivation.kind === 'aggregate'
      ? followTogether(context, derivation, some, { name, state })
      : followEach(context, derivation, some, { name, state }))
  }
}

interface Following {
  readonly name: string
  readonly state: DerivationState
}

interface Read extends Followed {
  readonly entry: LedgerEntry
  readonly step: Step
}

/** Returns what remains to be done for each item, according to the ledger as it is now. */
async function readSteps(
  context: ModelContext,
  followed: readonly Followed[],
  following: Following,
): Promise<Read[]> {
  const keys = followed.map(({ place }): BatchKey => ({ table: place.target.table, key: ledgerKey(place) }))
  const entries = await runBatchGet(context, keys, true)
  return followed.flatMap((one, at) => {
    const entry = readEntry(entries[at])
    const step = stepOf(one.changes, entry, following)
    return step === undefined ? [] : [{ ...one, entry, step }]
  })
}

/** Follows many items in one transaction, since they often change the same sums. */
async function followTogether(
  context: ModelContext,
  aggregate: Aggregate,
  followed: readonly Followed[],
  following: Following,
): Promise<void> {
  await untilDone(context, aggregate.target.name, async () => {
    const reads = await readSteps(context, followed, following)
    if (reads.length === 0) return
    const sums = sumsOf(
      aggregate,
      reads.map(({ step }) => step),
    )
    if (reads.length + sums.size > transactionLimit) {
      if (followed.length === 1) throw tooMany(aggregate, sums.size)
      const half = Math.ceil(followed.length / 2)
      await followTogether(context, aggregate, followed.slice(0, half), following)
      await followTogether(context, aggregate, followed.slice(half), following)
      return
    }
    const { table } = aggregate.target
    const stored = [...sums.values()].map(({ stored: key }) => ({ table, key }))
    const current = await runBatchGet(context, stored, true)
    const now = context.clock.now()
    const actions = [...sums.values()].flatMap((sum, at) => sumAction(aggregate, sum, current[at], now))
    await transact(context, [...actions, ...reads.map((read) => advanced(read, following, now))], now)
  })
}

async function followEach(
  context: ModelContext,
  projection: Projection,
  followed: readonly Followed[],
  following: Following,
): Promise<void> {
  for (let at = 0; at < followed.length; at += parallel) {
    const some = followed.slice(at, at + parallel)
    await Promise.all(some.map((one) => followOne(context, projection, one, following)))
  }
}

async function followOne(
  context: ModelContext,
  projection: Projection,
  followed: Followed,
  following: Following,
): Promise<void> {
  await untilDone(context, projection.target.name, async () => {
    const [read] = await readSteps(context, [followed], following)
    if (read === undefined) return
    const now = context.clock.now()
    const actions = projectionActions(projection, read.step, now)
    if (actions.length < transactionLimit) {
      await transact(context, [...actions, advanced(read, following, now)], now)
    } else await followLong(context, actions, read, following)
  })
}

/**
 * Carries out more actions than one transaction can hold. First, the ledger marks the change as pending; each
 * transaction checks that this is still so; the last one marks it as done. Whoever finds the pending mark does
 * everything again, including what seems to be there already, as it is unknown how much was done, and for which of the
 * item's changes.
 */
async function followLong(
  context: ModelContext,
  actions: readonly PlannedAction[],
  read: Read,
  following: Following,
): Promise<void> {
  const now = context.clock.now()
  const { place, entry, step } = read
  const { sequence } = step
  await transact(context, [advanced(read, following, now, true)], now)
  const chunkSize = transactionLimit - 1
  for (let at = 0; at < actions.length; at += chunkSize) {
    const check = unexplained(checkPending(place, sequence))
    await transact(context, [...actions.slice(at, at + chunkSize), check], now)
  }
  const pending = { ...read, entry: { ...entry, pending: sequence } }
  await transact(context, [advanced(pending, following, now)], now)
}

function advanced(
  { place, entry, step }: Read,
  { state }: Following,
  now: number,
  pending = false,
): PlannedAction {
  const { generation } = state
  return unexplained(advanceLedger(place, entry, { sequence: step.sequence, generation, now, pending }))
}

function unexplained(action: WriteAction): PlannedAction {
  return { action, explain: () => 'again' }
}

function tooMany({ source, target }: Derivation, count: number): ModelError<'TOO_MANY_ACTIONS'> {
  const message = `One ${source.name} leads to ${count} ${target.name} items, but a transaction takes ${transactionLimit}`
  return new ModelError('TOO_MANY_ACTIONS', message, { entity: target.name, count })
}
