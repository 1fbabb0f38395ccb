import type { HistoryHooks, HistoryTools } from '../database/entity-history.ts'
import { GetRequest } from '../database/get-request.ts'
import { PatternRequest } from '../database/pattern-request.ts'
import type { WriteScope } from '../database/plan-verbs.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { History, VersionKeyConfig } from '../entities/history-config.ts'
import { requireOptions } from '../entities/require-options.ts'
import type { Values } from '../keys/compile-template.ts'
import type { PageOptions } from '../reads/read-plan.ts'
import { pick } from '../util/own-property.ts'
import { planCommit, planKept, planRestore, planStage, versionsPattern } from './plan-history.ts'
import { versionEntity } from './version-entity.ts'

/** Options of a history. */
export interface HistoryOptions {
  /**
   * The key of versions, such as `{ pk: 'DOC#{id}', sk: 'V{version:pad4}' }`; by default, they have a partition of
   * their own.
   */
  readonly key?: VersionKeyConfig
}

/**
 * Makes every write of an item also store the version that it creates.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const docs = table('Docs', { key: { pk: 'PK', sk: 'SK' } })
 * const Doc = docs.entity('Doc', {
 *   schema: shape<{ id: string; text: string }>(),
 *   key: { pk: 'DOC#{id}', sk: 'DOC' },
 *   history: snapshots(),
 * })
 * docs.connect(db, { entities: { Doc } }).Doc.version({ id: 'a' }, 3).params()
 * // { operation: 'GetItem', input: { TableName: 'Docs', Key: {
 * //   PK: { S: 'DOC#a#VERSIONS' }, SK: { S: 'DOC#000000003' } } } }
 */
export function snapshots(options: HistoryOptions = {}): History<'snapshots'> {
  return { kind: 'snapshots', key: keyOf(options), connect: connectHistory }
}

/**
 * Stores every version, as `snapshots` does; in addition, a version can be staged first and committed later. The item
 * itself is a copy of the current version, so that one request reads it.
 */
export function pointer(options: HistoryOptions = {}): History<'pointer'> {
  return { kind: 'pointer', key: keyOf(options), connect: connectHistory }
}

function keyOf(options: HistoryOptions): VersionKeyConfig | undefined {
  requireOptions('A history', options, 'key')
  return options.key
}

function connectHistory({ context, entity, request }: HistoryTools): HistoryHooks {
  const versions = versionEntity(entity)
  // Versions are in the same table as their item, also if there is a table for each period.
  const at = ({ entity: placed }: WriteScope): EntityDefinition => ({ ...versions, table: placed.table })
  const keep: HistoryHooks['keep'] = (verb) => (scope, known) => planKept(at(scope), verb, scope, known)
  return {
    keep,
    verbs: {
      versions: (key: Values, page: PageOptions = {}) => {
        const name = `${entity.name}.versions`
        // The key may be a whole item, as in other verbs.
        const args = pick(key, entity.key.attributes)
        return new PatternRequest({ context, name, pattern: versionsPattern(versions), args, page })
      },
      version: (key: Values, version: number) => {
        const values = { ...key, [entity.version ?? '']: version }
        return new GetRequest({ context, entity: versions, key: values, options: {} })
      },
      restore: (key: Values, version: number) => {
        return request(
          key,
          keep((scope, known) => planRestore(at(scope), scope, { key, version }, known)),
        )
      },
      ...(entity.history?.kind === 'pointer' && {
        stage: (input: object) => request(input, (scope, known) => planStage(at(scope), scope, input, known)),
        commit: (key: Values, choice: { readonly version: number; readonly ifVersion: number }) =>
          request(key, (scope, known) => planCommit(at(scope), scope, { key, ...choice }, known)),
      }),
    },
  }
}
