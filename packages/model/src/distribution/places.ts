import type { StandardSchema } from '../codec/standard-schema.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { Random } from '../util/random.ts'
import type { Planning, WritePlan } from '../writes/write-plan.ts'
import { drawNumber, spreadNumbers } from './draw-shard.ts'
import { entityAt } from './period.ts'

/** Plans a write in all places of an item: in the table of its period, and once for each replica. */
export function* planEverywhere(
  entity: EntityDefinition,
  values: object,
  plan: (entity: EntityDefinition, isCopy: boolean) => Planning<WritePlan>,
): Planning<WritePlan> {
  const placed = entityAt(entity, values)
  if (!isReplicated(placed)) return yield* plan(placed, false)
  const schema = askedOnce(placed.schema)
  const [first, ...copies] = spreadNumbers(placed.spread).map((number) => {
    return { ...replicaOf(placed, number), schema }
  })
  const written = yield* plan(first as EntityDefinition, false)
  const related = [...written.related]
  for (const copy of copies) related.push((yield* plan(copy, true)).main)
  return { ...written, related }
}

/** Returns an entity with the place to read one of its items from: the table of its period, as any of its replicas. */
export function placeOf(entity: EntityDefinition, key: Values, random: Random): EntityDefinition {
  const placed = entityAt(entity, key)
  return isReplicated(placed) ? replicaOf(placed, drawNumber(placed.spread, random)) : placed
}

function isReplicated(entity: EntityDefinition): entity is EntityDefinition & {
  readonly spread: NonNullable<EntityDefinition['spread']>
} {
  return entity.spread?.slot === 'replica'
}

/**
 * Returns an entity as one of its replicas. Only the first is in indexes, which would otherwise return the same item
 * several times.
 */
function replicaOf(entity: EntityDefinition, replica: number): EntityDefinition {
  const pk = entity.key.pk.map((part) => ({
    ...part,
    encode: (values: Values) => part.encode({ ...values, replica }),
  }))
  const indexes: EntityDefinition['indexes'] = replica === 1 ? entity.indexes : new Map()
  return { ...entity, key: { ...entity.key, pk }, indexes }
}

/**
 * Returns a schema that is evaluated once and gives all replicas the same result, including random values and times.
 */
function askedOnce(schema: StandardSchema): StandardSchema {
  const standard = schema['~standard']
  let result: ReturnType<typeof standard.validate> | undefined
  const validate: typeof standard.validate = (value) => {
    result ??= standard.validate(value)
    return result
  }
  return Object.create(schema, { '~standard': { value: { ...standard, validate } } }) as StandardSchema
}
