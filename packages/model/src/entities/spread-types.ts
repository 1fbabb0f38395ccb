/** The slot of an entity's partition keys that the model fills. */
export type SpreadSlot<Config> = Config extends { readonly shard: object }
  ? 'shard'
  : Config extends { readonly replicas: object }
    ? 'replica'
    : never

/** The attributes that an entity's shards are calculated from. */
export type HashNames<Config> = Config extends {
  readonly shard: { readonly by: `hash(${infer Names})` }
}
  ? SplitNames<Names>
  : never

type SplitNames<Names> = Names extends `${infer First},${infer Rest}`
  ? TrimStart<First> | SplitNames<Rest>
  : TrimStart<Names>

type TrimStart<Name> = Name extends ` ${infer Rest}` ? TrimStart<Rest> : Name

/** Slots of a key as the application gives them: a calculated shard is what it is calculated from. */
export type GivenSlots<Config, Slots> = [SpreadSlot<Config>] extends [never]
  ? Slots
  : SpreadSlot<Config> extends Slots
    ? Config extends { readonly shard: { readonly by: 'random' } }
      ? Slots
      : Exclude<Slots, SpreadSlot<Config>> | HashNames<Config>
    : Slots

/** The attribute that says in which period's table an item is. */
export type PeriodName<Config> = Config extends { readonly period: infer Name extends string } ? Name : never

/** What items have whose shard was drawn. */
export type DrawnShard<Config> = Config extends { readonly shard: { readonly by: 'random' } }
  ? { readonly shard: number }
  : unknown

/** What may be given for an item whose shard is drawn: one that was read comes with its own. */
export type GivenShard<Config> = Config extends { readonly shard: { readonly by: 'random' } }
  ? { readonly shard?: number }
  : unknown

/** What may be read of a sharded partition: all of it, or one shard. */
export type ShardArgs<Config> = Config extends { readonly shard: object }
  ? { readonly shard?: number }
  : unknown
