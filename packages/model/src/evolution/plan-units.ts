import { writeUnitsOf } from '../checks/capacity-units.ts'
import type { IndexDefinition, TableDefinition } from '../entities/table-definition.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { ItemPlan } from './plan-item.ts'

/** In a transaction, each action costs twice as much, but not its writes to indexes. */
const transactionFactor = 2

/**
 * Estimates the units for writing a plan, in the table and in its indexes. Sizes are those of the items as text,
 * somewhat more than what DynamoDB counts.
 */
export function planUnits(table: TableDefinition, plan: ItemPlan): number {
  if (plan.kind === 'same' || plan.kind === 'problem') return 0
  const { before, after, actions } = plan
  const entries = [...table.indexes.values()].map((index) => indexUnits(index, before, after))
  const indexed = entries.reduce((sum, units) => sum + units, 0)
  const larger = Math.max(sizeOf(before), sizeOf(after))
  return actions.length === 1
    ? writeUnitsOf(larger) + indexed
    : transactionFactor * actions.length * writeUnitsOf(larger) + indexed
}

/** Estimates the units for an index entry: adding, removing or changing it costs once; moving it costs twice. */
function indexUnits({ pk, sk }: IndexDefinition, before: WireItem, after: WireItem): number {
  const keyOf = (item: WireItem) => {
    const values = [...pk, ...sk].map(({ name }) => getOwn(item, name))
    return values.includes(undefined) ? undefined : JSON.stringify(values)
  }
  const was = keyOf(before)
  const is = keyOf(after)
  const isMoved = was !== undefined && is !== undefined && was !== is
  const isIn = was !== undefined || is !== undefined
  return isIn ? writeUnitsOf(Math.max(sizeOf(before), sizeOf(after))) * (isMoved ? 2 : 1) : 0
}

function sizeOf(item: WireItem): number {
  return JSON.stringify(item).length
}
