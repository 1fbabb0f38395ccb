import type { EntityDefinition } from '../entities/entity-definition.ts'
import { isSpread } from '../entities/spread.ts'
import { ModelError } from '../model-error.ts'

/** Refuses an entity whose items could not be placed as declared. */
export function requirePlaces({ name, table, key, indexes, spread, period }: EntityDefinition): void {
  if (table.periods !== undefined && period === undefined) {
    throw refusal(name, `${table.name} has periods: declare "period", the attribute with an item's date`)
  }
  if (spread === undefined) return
  const keys = [key, ...indexes.values()]
  const isSorted = keys.some(({ sk }) => sk.some(({ template }) => isSpread(template, spread)))
  // Replicas are copies in the table; a shard may be one of an index.
  const isUsed = (spread.slot === 'replica' ? [key] : keys).some((one) => one.spread !== undefined)
  if (isUsed && !isSorted) return
  const where = spread.slot === 'replica' ? 'key.pk' : 'key.pk or the pk of an index'
  throw refusal(name, `{${spread.slot}} must be in ${where}, and not in a sort key`)
}

function refusal(entity: string, what: string): ModelError<'DEFINITION'> {
  return new ModelError('DEFINITION', `Entity ${entity}: ${what}`, { subject: entity })
}
