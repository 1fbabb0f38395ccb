/** The slot of an entity's partition keys that the model fills. */
export type SpreadSlot<Config> = Config extends { readonly shard: object }
  ? 'shard'
  : Config extends { readonly replicas: object }
    ? 'replica'
    : never

/** The attributes from which an entity's shards are calculated. */
export type HashNames<Config> = Config extends {
  readonly shard: { readonly by: `hash(${infer Names})` }
}
  ? SplitNames<Names>
  : never

type SplitNames<Names> = Names extends `${infer First},${infer Rest}`
  ? TrimStart<First> | SplitNames<Rest>
  : TrimStart<Names>

type TrimStart<Name> = Name extends ` ${infer Rest}` ? TrimStart<Rest> : Name

/** The slots of a key that the application fills: for a calculated shard, its source attributes. */
export type GivenSlots<Config, Slots> = [SpreadSlot<Config>] extends [never]
  ? Slots
  : SpreadSlot<Config> extends Slots
    ? Config extends { readonly shard: { readonly by: 'random' } }
      ? Slots
      : Exclude<Slots, SpreadSlot<Config>> | HashNames<Config>
    : Slots

/** The attribute that decides in which period's table an item is. */
export type PeriodName<Config> = Config extends { readonly period: infer Name extends string } ? Name : never

/** The shard number of an item, if it was drawn. */
export type DrawnShard<Config> = Config extends { readonly shard: { readonly by: 'random' } }
  ? { readonly shard: number }
  : unknown

/** The shard number may be given, as for an item that was read before; otherwise it is drawn. */
export type GivenShard<Config> = Config extends { readonly shard: { readonly by: 'random' } }
  ? { readonly shard?: number }
  : unknown

/** What to read of a sharded partition: all of it, or one shard. */
export type ShardArgs<Config> = Config extends { readonly shard: object }
  ? { readonly shard?: number }
  : unknown
