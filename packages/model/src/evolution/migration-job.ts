import { schemaLock } from '../documents/schema-lock.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { AnyModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import { digestText } from '../util/digest-text.ts'

/** What is done with one table. */
export interface Job {
  readonly table: TableDefinition
  readonly entities: readonly EntityDefinition[]
  readonly versionOf: (entity: EntityDefinition) => number
  readonly goal: string
  readonly design: string
}

/** Which entities of a model, and to which version: all to the current one unless told. */
export interface JobChoice {
  readonly entities?: readonly string[] | undefined
  readonly version?: number | undefined
}

/** What is to be done, table by table. */
export function jobsOf(model: AnyModel, { entities: names, version }: JobChoice): Job[] {
  const all = entitiesOf(model)
  const unknown = names?.find((name) => !all.some((entity) => entity.name === name))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new ModelError('DEFINITION', `There is no entity "${unknown}"; there are: ${known}`, {
      subject: unknown,
    })
  }
  const wanted = all.filter(({ name }) => names === undefined || names.includes(name))
  const versionOf = (entity: EntityDefinition) =>
    Math.min(version ?? Number.POSITIVE_INFINITY, currentOf(entity))
  return tablesOf(wanted).map((table) => {
    if (table.periods !== undefined) throw manyTables(table)
    const entities = wanted.filter((entity) => entity.table === table)
    return { table, entities, versionOf, goal: goalOf(entities, versionOf), design: designOf(model, table) }
  })
}

/** The tables of a model that can be migrated. */
export function modelTables(model: AnyModel): TableDefinition[] {
  return tablesOf(entitiesOf(model)).filter(({ periods }) => periods === undefined)
}

/** Refuses what is not one table. */
export function manyTables({ name }: TableDefinition): ModelError<'DEFINITION'> {
  const message =
    `${name} is a table for each period, of which each is migrated by itself: by a model of ` +
    `table('${name}-…', …) without periods. Other tables are migrated by naming their entities`
  return new ModelError('DEFINITION', message, { subject: name })
}

/**
 * What was begun with a table, by what is kept of it: also one that leads back, or is of some entities. To a model that has
 * got a version since, what led forward would seem to lead back.
 */
export function jobOfState(
  model: AnyModel,
  table: TableDefinition,
  { goal, design }: Pick<Job, 'goal' | 'design'>,
): Job {
  if (design !== designOf(model, table)) {
    const message = `${table.name}: what was begun leads to "${goal}" of another model than this one; a new run begins anew`
    throw new ModelError('DEFINITION', message, { subject: table.name })
  }
  const versions = new Map<EntityDefinition, number>()
  let rest = goal
  for (const entity of entitiesOf(model).filter((one) => one.table === table)) {
    if (!rest.startsWith(`${entity.name}@`)) continue
    const [matched, version] = /^(\d+)(?: |$)/.exec(rest.slice(entity.name.length + 1)) ?? []
    if (matched === undefined) continue
    versions.set(entity, Number(version))
    rest = rest.slice(entity.name.length + 1 + matched.length)
  }
  const versionOf = (entity: EntityDefinition) => versions.get(entity) ?? currentOf(entity)
  return { table, entities: [...versions.keys()], versionOf, goal, design }
}

/** A fingerprint of what stored items of a table depend on. An index that is declared later is no new version. */
export function designOf(model: AnyModel, { name }: TableDefinition): string {
  const { tables, entities } = schemaLock(model)
  const own = Object.entries(entities).filter(([entity]) => entity.startsWith(`${name}/`))
  return digestText(JSON.stringify([tables[name], own]))
}

function goalOf(entities: readonly EntityDefinition[], versionOf: Job['versionOf']): string {
  return entities.map((entity) => `${entity.name}@${versionOf(entity)}`).join(' ')
}

function currentOf({ evolution }: EntityDefinition): number {
  return evolution?.current ?? 1
}

function entitiesOf({ entities }: AnyModel): EntityDefinition[] {
  return Object.values(entities).map(({ definition }) => definition)
}

function tablesOf(entities: readonly EntityDefinition[]): TableDefinition[] {
  return [...new Set(entities.map((entity) => entity.table))]
}
