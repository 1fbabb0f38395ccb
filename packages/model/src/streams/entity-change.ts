import type { EntityMap } from '../database/database.ts'
import type { AnyEntity, StoredOf, TypesOf } from '../entity.ts'
import type { WireItem } from '../port/wire.ts'

/** What is known of every change. */
export interface ChangeFacts {
  /** The stored key of the item. */
  readonly key: WireItem
  readonly table: string
  /** Orders the changes of an item: text of digits with a fixed length. */
  readonly sequence: string
  /** The approximate time, to the second. */
  readonly at: Date | undefined
  /** The stored items. */
  readonly images: { readonly before: WireItem | undefined; readonly after: WireItem | undefined }
}

/** A change of an entity's item. */
export type ChangeOf<One extends AnyEntity> = ChangeFacts & {
  readonly entity: TypesOf<One>['name']
} & (
    | { readonly kind: 'insert'; readonly before: undefined; readonly after: StoredOf<One> }
    | { readonly kind: 'modify'; readonly before: StoredOf<One>; readonly after: StoredOf<One> }
    | {
        readonly kind: 'remove'
        readonly before: StoredOf<One>
        readonly after: undefined
        /** Whether DynamoDB removed the item because it had expired. */
        readonly expired: boolean
      }
  )

/** A change of any item of a model; `entity` tells which kind it is. */
export type ModelChange<One> = One extends { readonly entities: infer Entities extends EntityMap }
  ? { readonly [Name in keyof Entities]: ChangeOf<Entities[Name]> }[keyof Entities]
  : never

/** A change, whatever its types. */
export interface AnyChange extends ChangeFacts {
  readonly entity: string
  readonly kind: 'insert' | 'modify' | 'remove'
  readonly before: object | undefined
  readonly after: object | undefined
  readonly expired?: boolean
}
