import { byCode } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { hasExpired } from '../entities/presence.ts'
import { ModelError } from '../model-error.ts'
import {
  cancellationReasons,
  failedItem,
  isConditionFailure,
  isMissingParent,
} from '../port/service-failure.ts'
import type { ReturnValues, WireItem } from '../port/wire.ts'
import { answerOf } from '../reads/decode-entity.ts'
import { backoffMs } from '../sending/backoff.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { pick } from '../util/own-property.ts'
import type { CompiledRequest } from '../writes/compile-action.ts'
import { compilePlan } from '../writes/compile-plan.ts'
import { keepApart, type MergedAction } from '../writes/keep-apart.ts'
import { guardHolds } from '../writes/make-parents.ts'
import type { Known, Planning, PlanRead, WritePlan } from '../writes/write-plan.ts'
import { relationsOf } from './relations-of.ts'
import type { Returning } from './verb-options.ts'

/** How often writes are planned again after others changed what their plan was based on. */
const attemptLimit = 20

/**
 * Retries for a path that does not lead through a map: a map may have been removed during the write, but if it never
 * was a map, the refusal is reported.
 */
const parentAttempts = 3

/** Number of transactions sent. Part of their tokens, so that no two are equal whatever the random source returns. */
let transactions = 0

/** What one verb is to do and to return. */
export interface WriteJob {
  readonly entity: EntityDefinition
  readonly plan: (known: Known) => Planning<WritePlan>
  readonly returning: Returning
}

/** What an operation is asked to return, for each choice. */
export const returnValues: { readonly [Choice in Returning]: ReturnValues } = {
  none: 'NONE',
  old: 'ALL_OLD',
  new: 'ALL_NEW',
  changed: 'UPDATED_NEW',
}

/** Returns what would be sent first: a read, or the whole write. */
export function compileWrites(
  context: ModelContext,
  jobs: readonly WriteJob[],
  token?: string,
): CompiledRequest {
  const known = { now: context.clock.now(), careful: false }
  const { plans, read } = planAtOnce(jobs, known)
  return read ?? compileMerged(jobs, mergePlans(jobs, plans, known.now), token)
}

/**
 * Carries out verbs, all or none of them: as one operation if they write a single item, else as one transaction. What
 * the plans took from items that they read becomes a condition; when it no longer holds, everything is planned again.
 */
export async function runWrites(
  context: ModelContext,
  jobs: readonly WriteJob[],
  token?: string,
): Promise<readonly (object | undefined)[]> {
  for (let attempt = 0; attempt < attemptLimit; attempt++) {
    const known = { now: context.clock.now(), careful: attempt > 0 }
    const atOnce = planAtOnce(jobs, known)
    const plans = atOnce.read ? await planWithReads(context, jobs, known) : atOnce.plans
    const merged = mergePlans(jobs, plans, known.now)
    const request = compileMerged(jobs, merged, token)
    try {
      const attributes = await send(context, request, token)
      // Two verbs on one item become one operation, and what it returns may be the result of neither.
      const isPlain = jobs.length === 1 && request.operation !== 'TransactWriteItems'
      const results = jobs.map((job, at) => {
        const { main, before } = plans[at] as WritePlan
        const action = merged.find(({ parts }) => parts.includes(main))?.action ?? main.action
        return resultOf(context, job, { action, before, attributes: isPlain ? { attributes } : undefined })
      })
      return await Promise.all(results)
    } catch (error) {
      const verdict = judge(error, merged, plans)
      if (verdict !== 'again' || (attempt >= parentAttempts && isMissingParent(error))) {
        throw verdict === 'again' ? error : verdict
      }
    }
    if (attempt > 1) await context.sleep(backoffMs(attempt, context.random))
  }
  const name = jobs[0]?.entity.name ?? ''
  const message = `${name}: gave up after ${attemptLimit} attempts, as others kept changing the items`
  throw new ModelError('CONTENTION', message, { entity: name, attempts: attemptLimit })
}

function mergePlans(
  jobs: readonly WriteJob[],
  plans: readonly WritePlan[],
  now: number,
): readonly MergedAction[] {
  const parts = plans.map(({ main }) => main)
  for (const { related } of plans) parts.push(...related)
  return findRelations(jobs)?.mergeActions(parts, now, plans) ?? keepApart(parts)
}

function findRelations(jobs: readonly WriteJob[]) {
  const job = jobs.find(({ entity }) => relationsOf(entity))
  return job && relationsOf(job.entity)
}

function compileMerged(
  jobs: readonly WriteJob[],
  merged: readonly MergedAction[],
  token: string | undefined,
): CompiledRequest {
  const { returning = 'none' } = jobs[0] ?? {}
  // A put cannot return what it stores, but the plan has it anyway.
  const isKnown = merged[0]?.action.kind !== 'update' && returning !== 'old'
  const wanted = jobs.length > 1 || isKnown ? 'NONE' : returnValues[returning]
  return compilePlan(merged, wanted, token !== undefined)
}

/** Returns the plans, and the read that one of them needs first, if any: without one, all can be sent at once. */
function planAtOnce(jobs: readonly WriteJob[], known: Known) {
  const steps = jobs.map((job, at) => stepOf(job.plan(known), at, jobs))
  return {
    plans: steps.map(({ value }) => value as WritePlan),
    read: steps.find(({ done }) => !done)?.value as PlanRead | undefined,
  }
}

async function planWithReads(
  context: ModelContext,
  jobs: readonly WriteJob[],
  known: Known,
): Promise<readonly WritePlan[]> {
  // All verbs of one transaction see the same state of an item.
  const afterPlans = findRelations(jobs)?.afterPlans
  const answers = new Map<string, readonly WireItem[]>()
  const plans: WritePlan[] = []
  for (const [at, job] of jobs.entries()) {
    const planning = job.plan(known)
    let step = stepOf(planning, at, jobs)
    while (step.done !== true) {
      const id = JSON.stringify(step.value)
      const items = answers.get(id) ?? (await readPlanned(context, step.value))
      answers.set(id, items)
      step = stepOf(planning, at, jobs, afterPlans?.(step.value, items, plans) ?? items)
    }
    plans.push(step.value)
  }
  return plans
}

/** Returns the items that a read of a plan finds. */
export async function readPlanned({ port }: ModelContext, read: PlanRead): Promise<readonly WireItem[]> {
  if (read.operation === 'GetItem') {
    const { Item } = await port.send('GetItem', read.input)
    return Item === undefined ? [] : [Item]
  }
  const items: WireItem[] = []
  for (let start: WireItem | undefined; ; ) {
    const input = { ...read.input, ...(start !== undefined && { ExclusiveStartKey: start }) }
    const { Items = [], LastEvaluatedKey } = await port.send('Query', input)
    items.push(...Items)
    if (LastEvaluatedKey === undefined || items.length >= (input.Limit ?? Number.POSITIVE_INFINITY))
      return items
    start = LastEvaluatedKey
  }
}

async function send(
  { port, random }: ModelContext,
  { operation, input }: CompiledRequest,
  token: string | undefined,
): Promise<WireItem | undefined> {
  if (operation !== 'TransactWriteItems') {
    const { Attributes } = (await port.send(operation, input as never)) as { Attributes?: WireItem }
    return Attributes
  }
  // The token prevents a transaction whose answer was lost from being applied twice.
  const part = () => random.next().toString(36).slice(2, 14)
  const ClientRequestToken = token ?? `${part()}${part()}-${(transactions++).toString(36)}`
  await port.send(operation, { ...input, ClientRequestToken })
  return undefined
}

/** Returns `again` when a plan was based on something that has changed since, else the error to throw. */
function judge(error: unknown, merged: readonly MergedAction[], plans: readonly WritePlan[]): unknown {
  const reasons = isConditionFailure(error)
    ? [{ Code: 'ConditionalCheckFailed', Item: failedItem(error) }]
    : cancellationReasons(error)
  const failed = reasons
    .map(({ Code, Item }, at) => ({ ...(merged[at] as MergedAction), Code, found: Item }))
    .filter(({ Code }) => Code === 'ConditionalCheckFailed')
  const isStale = failed.some(({ action, guards, found }) =>
    guards.some((guard) => !guardHolds(guard, found, action.entity.forms)),
  )
  if (isStale || isMissingParent(error)) return 'again'
  for (const { parts, found } of failed) {
    for (const part of parts) {
      const verdict = part.explain(found)
      if (verdict === 'again') return verdict
      if (verdict !== undefined) {
        const member = plans.findIndex(({ main, related }) => main === part || related.includes(part))
        return atMember(verdict, member, plans, error)
      }
    }
  }
  return error
}

/** Runs one step of planning one of several verbs. */
function stepOf(
  planning: Planning<WritePlan>,
  member: number,
  jobs: readonly WriteJob[],
  items: readonly WireItem[] = [],
): IteratorResult<PlanRead, WritePlan> {
  try {
    return planning.next(items)
  } catch (error) {
    throw atMember(error, member, jobs)
  }
}

/** Adds the place of the verb among several to its error; an error that they cause together gets none. */
function atMember(error: unknown, member: number, { length }: readonly unknown[], cause?: unknown): unknown {
  if (!(error instanceof ModelError)) return error
  let { message, details } = error
  if (length > 1 && member >= 0) {
    message = `Member ${member}: ${message}`
    details = { ...details, member } as never
  }
  return new ModelError(error.code, message, details, cause ?? error.cause)
}

interface Written {
  readonly action: MergedAction['action']
  readonly before: WireItem | undefined
  /** What the operation returned, if it can return anything; a transaction cannot. */
  readonly attributes: { readonly attributes: WireItem | undefined } | undefined
}

async function resultOf(
  { port, clock }: ModelContext,
  { entity, returning }: WriteJob,
  { action, before, attributes: answer }: Written,
): Promise<object | undefined> {
  if (returning === 'none') return undefined
  const isAll = returning !== 'changed'
  if (returning === 'old') {
    const old = (answer ? answer.attributes : before) ?? {}
    const isThere = Object.keys(old).length > 0 && !hasExpired(entity, old, clock.now())
    return isThere ? answerOf(entity, old) : undefined
  }
  // A put does not return what it stores.
  if (action.kind === 'put') {
    const { item } = action
    // For an update that stores the item as a whole, the changed attributes are those that differ from before.
    const others = Object.entries(item).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name]),
    )
    return answerOf(entity, isAll ? item : Object.fromEntries(others), isAll)
  }
  if (answer !== undefined) return answer.attributes && answerOf(entity, answer.attributes, isAll)
  const input = { TableName: action.entity.table.name, Key: action.key, ConsistentRead: true }
  const { Item = {} } = await port.send('GetItem', input)
  const changed = action.kind === 'update' ? action.changes.map(({ steps }) => steps[0]) : []
  return answerOf(entity, isAll ? Item : pick(byCode(entity.forms, Item), changed), isAll)
}
