import { dateOf } from '../distribution/period.ts'
import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { Evolution } from '../entities/evolution.ts'
import { requireKind } from '../entities/require-options.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { AnyModel } from '../model.ts'
import { ModelError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'

/**
 * Returns what a model has in the tables of one period, to migrate or recount these: entities of other tables are left
 * out.
 *
 * @example
 * import { createTableInput, model, shape, table } from '@monotable/model'
 * import { periods } from '@monotable/model/distribution'
 * import { evolution, runMigration } from '@monotable/model/evolution'
 * import { openDatabase } from 'monotable'
 * const events = table('Events', { key: { pk: 'PK', sk: 'SK' }, periods: periods('month') })
 * const Reading = events.entity('Reading', {
 *   schema: shape<{ device: string; at: string }>(),
 *   key: { pk: 'DEVICE#{device}', sk: '{at}' },
 *   period: 'at',
 *   evolution: evolution({ 2: { up: (item: object) => item } }),
 * })
 * const client = await openDatabase()
 * await client.send('CreateTable', createTableInput(events, { period: '2026-01' }))
 * const [done] = await runMigration(client, inPeriod(model({ entities: { Reading } }), '2026-01'))
 * done?.table
 * // 'Events-2026-01'
 */
export function inPeriod({ entities }: AnyModel, period: string | Date): AnyModel {
  requireKind('The first argument', 'a model', entities)
  const tables = new Map<TableDefinition, TableDefinition>()
  const placed = Object.entries(entities).flatMap(([name, { definition }]) => {
    const { table } = definition
    const { periods } = table
    if (periods === undefined) return []
    const own = tables.get(table) ?? {
      ...table,
      name: periods.nameOf(periods.base, period),
      periods: undefined,
    }
    tables.set(table, own)
    return [[name, { definition: entityIn(definition, own) }]]
  })
  if (placed.length > 0) return { kind: 'model', entities: Object.fromEntries(placed), patterns: {} }
  throw new ModelError('DEFINITION', 'The model has no table for each period', { subject: 'period' })
}

/** Returns an entity as it would be if the table of one period were all that there is. */
function entityIn(entity: EntityDefinition, table: TableDefinition): EntityDefinition {
  const { key, spread, distribution, evolution, period } = entity
  return {
    ...entity,
    table,
    period: undefined,
    key: period === undefined ? key : keyWithout(key, period),
    distribution: spread && distribution,
    evolution: evolution && stayingIn(table, entity, evolution),
  }
}

/** The attribute that decides on the period counts as part of the key: here only where templates have it. */
function keyWithout(key: EntityKey, period: string): EntityKey {
  const inTemplates = [...key.pk, ...key.sk].some(({ template }) => template.attributes.includes(period))
  if (inTemplates) return key
  const others = (names: readonly string[]) => names.filter((name) => name !== period)
  return { ...key, attributes: others(key.attributes), vague: others(key.vague) }
}

/** Refuses a step that gives an item a time in another period: it would be looked for in another table. */
function stayingIn(
  { name: place }: TableDefinition,
  entity: EntityDefinition,
  evolution: Evolution,
): Evolution {
  const { name, period = '', table } = entity
  return {
    ...evolution,
    bring: (definition, decoded, stored, wanted) => {
      const item = evolution.bring(definition, decoded, stored, wanted)
      const date = dateOf(entity, getOwn(item as { readonly [attribute: string]: unknown }, period))
      const wantedTable = table.periods?.nameOf(table.periods.base, date)
      if (wantedTable === place) return item
      const message = `${name}: by its "${period}", the item belongs into ${wantedTable}; a migration moves none to another table`
      throw new ModelError('EVOLUTION', message, { entity: name, version: evolution.current })
    },
  }
}
