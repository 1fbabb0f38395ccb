import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import { ModelError } from '../model-error.ts'
import { failureName } from '../port/service-failure.ts'
import type { Random } from '../util/random.ts'
import type { Planning, WritePlan } from '../writes/write-plan.ts'
import { drawNumber, spreadNumbers } from './draw-shard.ts'
import { entityAt } from './period.ts'

/** Plans a write in all places where an item is: in the table of its period, and once for each replica. */
export function* planEverywhere(
  entity: EntityDefinition,
  values: object,
  plan: (entity: EntityDefinition, isCopy: boolean) => Planning<WritePlan>,
): Planning<WritePlan> {
  const placed = entityAt(entity, values)
  if (!isReplicated(placed)) return yield* plan(placed, false)
  const [first, ...copies] = spreadNumbers(placed.spread).map((number) => replicaOf(placed, number))
  const written = yield* plan(first as EntityDefinition, false)
  const related = [...written.related]
  for (const copy of copies) related.push((yield* plan(copy, true)).main)
  return { ...written, related }
}

/** An entity where one of its items is to be read: in the table of its period, as any of its replicas. */
export function placeOf(entity: EntityDefinition, key: Values, random: Random): EntityDefinition {
  const placed = entityAt(entity, key)
  return isReplicated(placed) ? replicaOf(placed, drawNumber(placed.spread, random)) : placed
}

/** Whether a read failed because there is no table for its period: nothing was ever written there. */
export function isMissingPeriod({ table }: EntityDefinition, error: unknown): boolean {
  return table.periods !== undefined && failureName(error) === 'ResourceNotFoundException'
}

/** What to do about a write that found no table for its period; nothing when something else is wrong. */
export function explainMissingPeriod(
  entity: EntityDefinition | undefined,
  error: unknown,
): ModelError<'PERIOD_MISSING'> | undefined {
  if (entity === undefined || !isMissingPeriod(entity, error)) return undefined
  const { name, periods } = entity.table
  const period = name.slice((periods?.base.length ?? 0) + 1)
  const message = `${entity.name}: there is no table ${name}; make it by createTableInput(table, { period: '${period}' })`
  return new ModelError('PERIOD_MISSING', message, { entity: entity.name, table: name, period }, error)
}

function isReplicated(entity: EntityDefinition): entity is EntityDefinition & {
  readonly spread: NonNullable<EntityDefinition['spread']>
} {
  return entity.spread?.slot === 'replica'
}

/** An entity as one of its replicas. Only the first is in indexes: an index would give the same item several times. */
function replicaOf(entity: EntityDefinition, replica: number): EntityDefinition {
  const pk = entity.key.pk.map((part) => ({
    ...part,
    encode: (values: Values) => part.encode({ ...values, replica }),
  }))
  const indexes: EntityDefinition['indexes'] = replica === 1 ? entity.indexes : new Map()
  return { ...entity, key: { ...entity.key, pk }, indexes }
}
