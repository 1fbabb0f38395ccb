import type { EntityAllowance } from '../entities/entity-definition.ts'
import type { Model } from '../model.ts'
import type { PatternAllowance } from '../reads/pattern.ts'
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

/** What `check` may be told. */
export interface CheckOptions {
  /** Findings that are meant so, by their codes, whatever they are found in. */
  readonly allow?: readonly FindingCode[]
  /** What capacity costs where you are; US East on demand unless told. */
  readonly prices?: Prices
}

/** What `check` found. */
export interface CheckReport {
  /** Errors first. */
  readonly findings: readonly Finding[]
  readonly patterns: readonly PatternReport[]
  readonly entities: readonly EntityReport[]
  readonly cost: CostReport
}

/**
 * Looks at a model and says what is wrong or dear in it, before anything runs: that every pattern reads all of its
 * entities and nothing else, in the order that it claims; that keys do not collide; that no partition is crowded; what
 * reads and writes cost at the worst.
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
  // What cannot be called reads nothing.
  if (unplannable.length > 0) return unplannable
  return [
    ...checkProjection(named, facts),
    ...checkRange(named, facts),
    ...checkOrder(named),
    ...checkAmount(named, report, facts),
    ...checkReadHeat(named, report),
  ]
}

/** Whether the pattern or the entity that something is found in says that it is meant so. */
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
