import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { compareScalars, setOwn, validationError } from '@monotable/protocol'
import { compareRanges, hasOverlap, isEmptyRange } from '../../encoding/sort-range-overlap.ts'
import { type Condition, createCondition } from '../../expressions/compile-condition.ts'
import type { KeyCondition } from '../../expressions/compile-key-condition.ts'
import type { Test } from '../../expressions/evaluate-condition.ts'
import { pathsOfTest } from '../../expressions/paths-of-test.ts'
import type { Branch } from '../../partiql/spread-conditions.ts'
import type { RangeRequest } from '../../storage/storage.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import { javaSetOrder } from '../../util/java-set-order.ts'
import { type KeyPlan, planKeyConditions } from '../reads/plan-key-conditions.ts'

/** One read that a SELECT needs: a Query of one partition, or a Scan. */
export interface SelectRead {
  readonly within: RangeRequest['within']
  readonly filter: Condition | undefined
  /** Where a Query reads; a Scan has no plan. */
  readonly plan: KeyPlan | undefined
  /** The hash key, for tracking keys. */
  readonly keyItem: AttributeMap | undefined
  /** Whether it can find at most one item, because it has the whole key of the table. */
  readonly isOfOne: boolean
}

/** A SELECT in which every alternative of the WHERE clause has a hash key. */
export interface KeyedSelect {
  readonly table: Table
  readonly index: TableIndex | undefined
  readonly branches: readonly Branch[]
  /** Whether partitions are in descending order of their keys. */
  readonly descendingHash: boolean
  /** Whether items are in descending order of their range keys. */
  readonly reverse: boolean
}

/** A branch of the WHERE clause, and where it reads. */
interface PlannedBranch {
  readonly branch: Branch
  readonly hash: AttributeValue
  readonly plan: KeyPlan
}

/** Plans the Queries of a SELECT in the order of their keys; branches that nothing can match are left out. */
export function planQueries(select: KeyedSelect): readonly SelectRead[] {
  const { index, branches } = select
  const planned = branches.map((branch) => planBranch(select, branch))
  if (planned.length > 1) planned.sort((one, other) => compareBranches(select, one, other))
  const groups = partitionsOf(planned.filter(({ plan }) => !isEmptyRange(plan.bounds)))
  for (const group of groups) requireDisjoint(group)
  if (index !== undefined) requireProjected(index, planned)
  return groups.flatMap((group) => readsOf(select, group))
}

function planBranch({ table, index }: KeyedSelect, branch: Branch): PlannedBranch {
  const hash = branch.hash as AttributeValue
  const equality: KeyCondition = { attribute: hashName(table, index), operator: '=', operands: [hash] }
  const plan = planKeyConditions({ table, index, namesIndex: false }, [equality, ...branch.ranges])
  return { branch, hash, plan }
}

function hashName(table: Table, index: TableIndex | undefined): string {
  return index?.key.hash[0]?.name ?? table.hash.name
}

function compareBranches({ descendingHash }: KeyedSelect, one: PlannedBranch, other: PlannedBranch): number {
  const order = compareScalars(one.hash, other.hash)
  if (order !== 0) return descendingHash ? -order : order
  return compareRanges(one.plan.bounds, other.plan.bounds)
}

function readOf({ table, index }: KeyedSelect, { branch, hash, plan }: PlannedBranch): SelectRead {
  const [first, ...others] = branch.filters
  const test: Test | undefined = others.length === 0 ? first : { kind: 'AND', tests: branch.filters }
  const keyItem: AttributeMap = {}
  setOwn(keyItem, hashName(table, index), hash)
  return {
    within: { partition: plan.partition, ...plan.bounds },
    filter: test && createCondition(test, pathsOfTest(test)),
    plan,
    keyItem,
    isOfOne: index === undefined && isWholeKey(table, branch),
  }
}

function isWholeKey(table: Table, { ranges }: Branch): boolean {
  return ranges.length === table.key.range.length && ranges.every(({ operator }) => operator === '=')
}

/** Groups branches by partition; they are already sorted. */
function partitionsOf(branches: readonly PlannedBranch[]): PlannedBranch[][] {
  const groups: PlannedBranch[][] = []
  for (const branch of branches) {
    const group = groups.at(-1)
    if (group?.[0]?.plan.partition === branch.plan.partition) group.push(branch)
    else groups.push([branch])
  }
  return groups
}

/** Checks that no two reads of one partition overlap. */
function requireDisjoint(group: readonly PlannedBranch[]): void {
  if (group.length < 2 || !hasOverlap(group.map(({ plan }) => plan.bounds))) return
  throw validationError('Overlapping conditions with range keys are not supported in where clause')
}

function readsOf(select: KeyedSelect, group: readonly PlannedBranch[]): SelectRead[] {
  const reads = group.map((branch) => readOf(select, branch))
  return select.reverse ? reads.reverse() : reads
}

/**
 * Checks that a keyed read of an index filters only by attributes that the index holds. Seen on AWS: one
 * alternative that complies is enough; otherwise the error names the last alternative.
 */
function requireProjected(index: TableIndex, branches: readonly PlannedBranch[]): void {
  const held = index.projectedNames
  if (held === undefined) return
  let missing: string[] = []
  for (const { branch } of branches) {
    const names = new Set(branch.filters.flatMap(pathsOfTest).map(([name]) => name as string))
    missing = [...names].filter((name) => !held.has(name))
    if (missing.length === 0) return
  }
  const listed = javaSetOrder(missing).join(', ')
  throw invalidParameters(
    `Secondary index ${index.name} does not project one or more filter attributes: [${listed}]`,
  )
}
