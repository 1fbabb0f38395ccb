import { writeUnitsOf } from '../checks/capacity-units.ts'
import type { IndexDefinition, TableDefinition } from '../entities/table-definition.ts'
import type { WireItem } from '../port/wire.ts'
import { getOwn } from '../util/own-property.ts'
import type { ItemPlan } from './plan-item.ts'

/** Each action of a transaction costs twice, but what it takes in indexes does not. */
const transactionFactor = 2

/**
 * About how many units a plan takes to be written, in the table and in its indexes. Sizes are those of the items' text,
 * which is somewhat longer than what DynamoDB counts.
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

/** An entry that comes, goes or changes costs once; one that moves costs twice. */
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
