import type { EntityAllowance } from '../entities/entity-definition.ts'
import type { Model } from '../model.ts'
import type { PatternAllowance } from '../reads/pattern.ts'
import { checkChangedKeys } from './changed-keys.ts'
import { checkKeys, checkShardCase } from './entity-keys.ts'
import { checkWeight } from './entity-weight.ts'
import { allowedBy, type Finding, type FindingCode } from './finding.ts'
import { checkPartitions, checkReadHeat } from './hot-partitions.ts'
import { checkIndexTypes } from './index-membership.ts'
import { checkCollisions } from './key-collisions.ts'
import {
  type CostReport,
  type EntityReport,
  type PatternReport,
  reportCost,
  reportEntity,
  reportPattern,
} from './model-cost.ts'
import { factsOf, type ModelFacts, type NamedPattern } from './model-facts.ts'
import { checkAmount } from './pattern-amount.ts'
import { checkOrder } from './pattern-order.ts'
import { checkProjection } from './pattern-projection.ts'
import { checkRange } from './pattern-range.ts'
import { checkPlanSize } from './plan-size.ts'
import { onDemandPrices, type Prices } from './prices.ts'
import { checkRelations } from './relation-links.ts'
import { checkStoredNames } from './stored-name-taken.ts'
import { checkExpiry, checkTable } from './table-limits.ts'
import { checkHistory, checkPlan } from './trial-plan.ts'
import { checkUnseen } from './unseen-values.ts'

/** Options of `check`. */
export interface CheckOptions {
  /** The codes of findings to ignore, wherever they occur. */
  readonly allow?: readonly FindingCode[]
  /** The prices of capacity; by default, those of US East on demand. */
  readonly prices?: Prices
}

/** The result of `check`. */
export interface CheckReport {
  /** Errors first. */
  readonly findings: readonly Finding[]
  readonly patterns: readonly PatternReport[]
  readonly entities: readonly EntityReport[]
  readonly cost: CostReport
}

/**
 * Analyses a model before anything runs, and reports what is wrong or expensive: whether every pattern reads all of its
 * entities and nothing else, in the order that it claims; whether keys collide; whether partitions are crowded; and
 * what reads and writes cost at worst.
 *
 * @example
 * import { model, shape, table } from '@monotable/model'
 * const app = table('App', { key: { pk: 'PK', sk: 'SK' } })
 * const Event = app.entity('Event', { schema: shape<{ id: string }>(), key: { pk: 'EVENTS', sk: 'EVENT#{id}' } })
 * const { findings } = check(model({ entities: { Event } }))
 * findings.map(({ code, entity }) => [code, entity])
 * // [['hot-partition', 'Event']]
 */
export function check(model: Pick<Model, 'entities' | 'patterns'>, options: CheckOptions = {}): CheckReport {
  const { prices = onDemandPrices, allow = [] } = options
  const facts = factsOf(model)
  const patterns = facts.patterns.map((named) => reportPattern(named, prices))
  const entities = facts.entities.map((entity) => reportEntity(entity, prices))
  const found = [
    ...facts.tables.flatMap(checkTable),
    ...checkExpiry(facts),
    ...facts.entities.flatMap(checkKeys),
    ...facts.entities.flatMap(checkChangedKeys),
    ...facts.entities.flatMap(checkShardCase),
    ...facts.entities.flatMap(checkIndexTypes),
    ...facts.entities.flatMap(checkUnseen),
    ...facts.entities.flatMap(checkStoredNames),
    ...facts.entities.flatMap(checkHistory),
    ...checkCollisions(facts),
    ...facts.patterns.flatMap((named, at) => checkPattern(named, patterns[at] as PatternReport, facts)),
    ...checkPartitions(facts),
    ...checkWeight(facts),
    ...checkPlanSize(facts),
    ...checkRelations(facts),
  ]
  const findings = found
    .filter((finding) => !allow.includes(finding.code) && !isAllowed(finding, facts))
    .toSorted((left, right) => rank(left) - rank(right))
  return { findings, patterns, entities, cost: reportCost(facts, { patterns, entities }, prices) }
}

function checkPattern(named: NamedPattern, report: PatternReport, facts: ModelFacts): Finding[] {
  const unplannable = checkPlan(named)
  // A pattern that cannot be called reads nothing, so no other check applies.
  if (unplannable.length > 0) return unplannable
  return [
    ...checkProjection(named, facts),
    ...checkRange(named, facts),
    ...checkOrder(named),
    ...checkAmount(named, report, facts),
    ...checkReadHeat(named, report),
  ]
}

/** Whether the pattern or the entity concerned allows the finding. */
function isAllowed({ code, pattern, entity }: Finding, { patterns, entities }: ModelFacts): boolean {
  const word: string | undefined = allowedBy[code]
  const ofPattern = patterns.find(({ name }) => name === pattern)?.pattern.options.allow ?? []
  const ofEntity = entities.find(({ name }) => name === entity)?.allow ?? []
  const allowed: readonly (PatternAllowance | EntityAllowance)[] =
    pattern === undefined ? ofEntity : ofPattern
  return allowed.some((one) => one === word)
}

function rank({ severity }: Finding): number {
  return severity === 'error' ? 0 : 1
}
