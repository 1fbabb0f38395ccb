import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Change } from '../expressions/change.ts'
import type { Condition } from '../expressions/condition.ts'
import type { WireItem } from '../port/wire.ts'

/**
 * One write to one item: the result of planning, from which a request or a member of a transaction is compiled. Changes
 * and conditions are trees, so that two actions on one item can still be merged.
 */
export type WriteAction =
  | (ActionTarget & {
      readonly kind: 'put'
      readonly item: WireItem
      /**
       * For a put that replaces an item that was read: returns what to send instead, so that anything added to the item
       * since stays.
       */
      readonly narrow?: (put: WriteAction & { readonly kind: 'put' }) => WriteAction
    })
  | (ActionTarget & { readonly kind: 'update'; readonly changes: readonly Change[] })
  | (ActionTarget & { readonly kind: 'delete' })
  | (ActionTarget & { readonly kind: 'check' })

interface ActionTarget {
  readonly entity: EntityDefinition
  readonly key: WireItem
  readonly condition: Condition | undefined
  /** Whether the item is not one of the entity's own, but maintained for it. */
  readonly marker?: true
}
