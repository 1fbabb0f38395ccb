import type {
  GlobalSecondaryIndexDescription,
  TableDescription,
  VectorIndexDescription,
} from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import type { IndexDefinition, TableDefinition } from '../../tables/table-definition.ts'

/**
 * A table change while it is being worked out. DynamoDB answers before most of a change is done, so the answer
 * shows another table than the final one.
 */
export interface TableUpdateDraft {
  /** The table after the change. */
  readonly next: TableDefinition
  /** The table that the answer describes. */
  readonly shown: TableDefinition
  /** What the answer says differently from a description of that table. */
  readonly overlay: Partial<TableDescription>
  /** Same, for its global indexes, by name. */
  readonly indexOverlays: ReadonlyMap<string, Partial<GlobalSecondaryIndexDescription>>
  /** Same, for its vector indexes. */
  readonly vectorOverlays: ReadonlyMap<string, Partial<VectorIndexDescription>>
}

/** What a change needs besides the table and the request. */
export interface TableUpdateSetting {
  readonly realm: Realm
  readonly nowMs: number
  /** Returns a different id each time. */
  readonly newId: () => string
}

/** Creates a draft that changes nothing. */
export function createDraft(definition: TableDefinition): TableUpdateDraft {
  return {
    next: definition,
    shown: definition,
    overlay: {},
    indexOverlays: new Map(),
    vectorOverlays: new Map(),
  }
}

/** Changes both the next and the shown table in the same way. */
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

/** Returns a definition with one of its indexes changed. */
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

/** Returns a draft whose answer says more about one index. */
export function overlayIndex(
  draft: TableUpdateDraft,
  name: string,
  overlay: Partial<GlobalSecondaryIndexDescription>,
): TableUpdateDraft {
  const overlays = new Map(draft.indexOverlays)
  overlays.set(name, { ...overlays.get(name), ...overlay })
  return { ...draft, indexOverlays: overlays }
}

/** Returns the error for reaching a limit of the account or the table. */
export function limitExceeded(detail: string): ServiceError {
  return new ServiceError('LimitExceededException', `Subscriber limit exceeded: ${detail}`)
}
