import type { AttributeMap } from '@monotable/protocol'
import type { TableModel } from '../../shared/api.ts'
import type { StagedEdits } from '../staging/staged-edits.ts'
import type { CollectionLoader } from './collection-loader.ts'

/** The props of each view of the rows. */
export interface ViewProps {
  readonly model: TableModel
  readonly index: string | undefined
  readonly loader: CollectionLoader
  readonly count: number
  /** What is staged, and what was written since the rows were read. */
  readonly staged: StagedEdits
  /** The key of the item in the side panel. */
  readonly selected: string | undefined
  /** The keys of items that a pattern found. */
  readonly lit: ReadonlySet<string> | undefined
  readonly entity: string | undefined
  readonly onOpen: (item: AttributeMap, how?: { readonly replace?: boolean }) => void
}
