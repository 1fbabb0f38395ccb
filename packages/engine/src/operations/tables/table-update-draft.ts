import type {
  GlobalSecondaryIndexDescription,
  TableDescription,
  VectorIndexDescription,
} from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import type { IndexDefinition, TableDefinition } from '../../tables/table-definition.ts'

/**
 * A change of a table while it is being worked out. DynamoDB answers before most of a change is done, so
 * that the answer tells of another table than the one that will be.
 */
export interface TableUpdateDraft {
  /** The table after the change. */
  readonly next: TableDefinition
  /** The table that the answer describes. */
  readonly shown: TableDefinition
  /** What the answer says otherwise than a description of that table. */
  readonly overlay: Partial<TableDescription>
  /** The same for its global indexes, by name. */
  readonly indexOverlays: ReadonlyMap<string, Partial<GlobalSecondaryIndexDescription>>
  /** The same for its vector indexes. */
  readonly vectorOverlays: ReadonlyMap<string, Partial<VectorIndexDescription>>
}

/** What a change needs to know besides the table and the request. */
export interface TableUpdateSetting {
  readonly realm: Realm
  readonly nowMs: number
  /** Gives another id each time. */
  readonly newId: () => string
}

/** The beginning of a change, which changes nothing. */
export function createDraft(definition: TableDefinition): TableUpdateDraft {
  return {
    next: definition,
    shown: definition,
    overlay: {},
    indexOverlays: new Map(),
    vectorOverlays: new Map(),
  }
}

/** A draft in which the next and the shown table differ in the same way from before. */
export function changeBoth(
  draft: TableUpdateDraft,
  change: (definition: TableDefinition) => TableDefinition,
  overlay: Partial<TableDescription> = {},
): TableUpdateDraft {
  return {
    ...draft,
    next: change(draft.next),
    shown: change(draft.shown),
    overlay: { ...draft.overlay, ...overlay },
  }
}

/** A definition with one of its indexes changed. */
export function replaceIndex(
  definition: TableDefinition,
  name: string,
  change: (index: IndexDefinition) => IndexDefinition,
): TableDefinition {
  return {
    ...definition,
    indexes: definition.indexes.map((index) => (index.name === name ? change(index) : index)),
  }
}

/** A draft whose answer says more of one index. */
export function overlayIndex(
  draft: TableUpdateDraft,
  name: string,
  overlay: Partial<GlobalSecondaryIndexDescription>,
): TableUpdateDraft {
  const overlays = new Map(draft.indexOverlays)
  overlays.set(name, { ...overlays.get(name), ...overlay })
  return { ...draft, indexOverlays: overlays }
}

/** What DynamoDB answers when a limit of the account or the table is reached. */
export function limitExceeded(detail: string): ServiceError {
  return new ServiceError('LimitExceededException', `Subscriber limit exceeded: ${detail}`)
}
