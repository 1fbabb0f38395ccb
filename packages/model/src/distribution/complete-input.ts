import { findAttributeSchema } from '../codec/validate-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import { getOwn } from '../util/own-property.ts'
import type { Random } from '../util/random.ts'
import { drawShard } from './draw-shard.ts'

/** Adds to the input of a new item what decides on its place, if missing: a drawn shard, and its date. */
export function completeInput(entity: EntityDefinition, input: object, random: Random): object {
  const { period, schema, spread } = entity
  const drawn = drawShard(spread, input, random)
  if (period === undefined || getOwn(drawn as Values, period) !== undefined) return drawn
  // A default of the schema is evaluated once, so that the place of the item and the item itself agree.
  const result = findAttributeSchema(schema, period)?.['~standard'].validate(undefined)
  const value = result !== undefined && 'value' in result ? result.value : undefined
  return value === undefined ? drawn : { ...drawn, [period]: value }
}
