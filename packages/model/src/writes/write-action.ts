import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Change } from '../expressions/change.ts'
import type { Condition } from '../expressions/condition.ts'
import type { WireItem } from '../port/wire.ts'

/**
 * One thing that is done to one item: what planning gives, and what a request or a member of a transaction is made
 * of. Changes and conditions are trees, so that two actions on one item can still be put together.
 */
export type WriteAction =
  | (ActionTarget & {
      readonly kind: 'put'
      readonly item: WireItem
      /** Where it takes the place of an item that was read: what is sent instead, so that whatever else came to be there stays. */
      readonly narrow?: (put: WriteAction & { readonly kind: 'put' }) => WriteAction
    })
  | (ActionTarget & { readonly kind: 'update'; readonly changes: readonly Change[] })
  | (ActionTarget & { readonly kind: 'delete' })
  | (ActionTarget & { readonly kind: 'check' })

interface ActionTarget {
  readonly entity: EntityDefinition
  readonly key: WireItem
  readonly condition: Condition | undefined
  /** Whether the item is none of the entity's, but keeps something in order for it. */
  readonly marker?: true
}
