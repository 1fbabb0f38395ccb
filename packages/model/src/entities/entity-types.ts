import type { FormOf, OwnForm } from '../codec/stored-form.ts'
import type { BareSlots, TemplateParts, TemplateSlots } from '../keys/template-slots.ts'
import type { Computed, ComputedRule } from './computed-config.ts'
import type { Duration } from './duration.ts'
import type { EntityConfig, EntityIndexConfig } from './entity-config.ts'
import type { CheckedRelations, FilledNames, KnownOptions, NoAttribute } from './relation-types.ts'
import type { DrawnShard, GivenShard, GivenSlots, HashNames, PeriodName, SpreadSlot } from './spread-types.ts'
import type { CheckedStoredNames, CodeName } from './stored-names-types.ts'
import type { IndexConfig, TableConfig } from './table-definition.ts'
import type { Timestamps } from './timestamps.ts'

/*
 * The types of an entity. Kept flat and lazy: the compiler evaluates a member only where it is used, and nothing here
 * visits all attributes more than once; `tests/model/type-cost.test.ts` enforces the cost.
 */

/** The types that belong to an entity. */
export interface EntityTypes {
  readonly name: string
  /** The type of items as read. */
  readonly item: unknown
  /** The type of input for writes. */
  readonly input: unknown
  /** The names of the attributes in the primary key. */
  readonly key: string
  readonly config: EntityConfig
  readonly table: TableConfig
}

/** The attributes of an item. For a union, those of all its members, each of which may be missing. */
export type Fields<Item> = [NameOfAny<Item>] extends [keyof Item]
  ? Item
  : { readonly [Name in NameOfAny<Item>]?: FieldOfAny<Item, Name> }

/** The names of the attributes that any member of a union has. */
export type NameOfAny<Item> = Item extends unknown ? keyof Item : never
type FieldOfAny<Item, Name> = Item extends unknown ? (Name extends keyof Item ? Item[Name] : never) : never

/** The type of an entity's items: the output of its schema, with the version and the like. */
export type ItemType<Output, Config extends EntityConfig> = VersionedItem<Output, Config> &
  DrawnShard<Config> &
  TimedItem<Config>

/** The attributes that hold when an item was created and last written. */
export type TimeNames<Config> = Config extends { readonly timestamps: infer Given }
  ? Given extends Timestamps
    ? Given[keyof Given & keyof Timestamps]
    : 'createdAt' | 'updatedAt'
  : never

/** The timestamps of an item. */
export type TimedItem<Config> = [TimeNames<Config>] extends [never]
  ? unknown
  : { readonly [Name in TimeNames<Config> & string]: Date }

/** An item as results show it: without hidden attributes. */
export type ShownItem<Item, Config extends EntityConfig> = Config extends {
  readonly hidden: readonly (infer Name)[]
}
  ? Without<Item, Name & PropertyKey>
  : Item

/** An entity's item as results show it. */
export type Shown<Types extends EntityTypes> = ShownItem<Types['item'], Types['config']>

/** Distributes over a union, and omits the names from each member. */
type Without<Item, Names extends PropertyKey> = Item extends unknown ? Omit<Item, Names> : never

/** The attribute that counts the writes of an item. */
export type VersionName<Config extends EntityConfig> = Config['version'] extends true
  ? 'version'
  : Config['version'] extends string
    ? Config['version']
    : Config['history'] extends object
      ? 'version'
      : never

/** The attributes that only the model writes, and those that no update changes. */
export type ManagedNames<Config extends EntityConfig> =
  | VersionName<Config>
  | TimeNames<Config>
  | ReadOnlyName<Config>
  | ComputedName<Config>
  | FollowingName<Config>

/** The computed attributes. */
type ComputedName<Config> = Config extends { readonly computed: Computed<infer Rules> } ? keyof Rules : never

/** The copies of a parent's attributes. */
type FollowingName<Config> = Config extends { readonly follows: infer Names } ? keyof Names : never

type ReadOnlyName<Config> = Config extends { readonly readOnly: readonly (infer Name)[] } ? Name : never

type VersionedItem<Output, Config extends EntityConfig> = [VersionName<Config>] extends [never]
  ? Output
  : Output & { readonly [Name in VersionName<Config>]: number }

/** The input for writing an item: what the schema takes, with a Date or a duration as its expiry. */
export type InputType<Input, Config extends EntityConfig> = ExpiringInput<
  FilledInput<Input, FilledNames<Config> | ComputedName<Config>>,
  Config
> &
  GivenShard<Config>

/** Attributes that the model fills in are optional. */
type FilledInput<Input, Names extends PropertyKey> = [Names] extends [never]
  ? Input
  : Omit<Input, Names> & { readonly [Name in Names & keyof Input]?: Input[Name] }

type ExpiringInput<Input, Config extends EntityConfig> = Config['ttl'] extends string
  ? Omit<Input, Config['ttl']> & Expiring<Pick<Input, Config['ttl'] & keyof Input>>
  : Config['ttl'] extends { readonly attribute: infer Name extends string; readonly after?: infer After }
    ? Omit<Input, Name> &
        (After extends object
          ? Partial<Expiring<Pick<Input, Name & keyof Input>>>
          : Expiring<Pick<Input, Name & keyof Input>>)
    : Input

/** The expiry is required, unless the schema makes it optional or the entity has a default lifetime. */
type Expiring<Input> = { readonly [Name in keyof Input]: Date | Duration }

/** The attributes in the primary key. */
export type KeySlots<Config extends EntityConfig, Table extends TableConfig> = Config['key'] extends {
  readonly pk: infer Pk
  readonly sk?: infer Sk
}
  ? GivenSlots<Config, TemplateSlots<Pk> | TemplateSlots<Sk>> | PeriodName<Config>
  : CodeName<Config, AttributeName<Table['key'][keyof Table['key']]>> | PeriodName<Config>

/** The name of a key's attribute, or of several. */
export type AttributeName<Attribute> = Attribute extends string
  ? Attribute
  : Attribute extends { readonly name: infer Name extends string }
    ? Name
    : Attribute extends readonly (infer Member)[]
      ? AttributeName<Member>
      : never

/** The names of the indexes by which an entity can be queried, and `primary` for the table's own key. */
export type IndexNames<Types extends EntityTypes> = 'primary' | (keyof Types['config']['index'] & string)

type Half = 'pk' | 'sk'

/** The attributes in one half of a key, of the table or of an index. */
export type HalfSlots<Types extends EntityTypes, Index extends string, Part extends Half> = HalfParts<
  Types,
  Index,
  Part
>[number]

/** The attributes in one half of a key, in their order. */
export type HalfParts<
  Types extends EntityTypes,
  Index extends string,
  Part extends Half,
> = Index extends 'primary'
  ? OwnParts<Types, Part>
  : IndexParts<
      Types,
      NonNullable<Types['config']['index']>[Index],
      NonNullable<Types['table']['indexes']>[Index],
      Part
    >

type OwnParts<Types extends EntityTypes, Part extends Half> = Types['config']['key'] extends {
  readonly [Name in Part]: infer Template
}
  ? TemplateParts<Template>
  : Types['config']['key'] extends object
    ? []
    : [CodeName<Types['config'], AttributeName<Types['table']['key'][Part]>>]

type IndexParts<Types extends EntityTypes, Config, Definition, Part extends Half> = Config extends {
  readonly [Name in Part]: infer Templates
}
  ? Templates extends readonly unknown[]
    ? JoinedParts<Templates>
    : TemplateParts<Templates>
  : Definition extends { readonly [Name in Part]: infer Attributes }
    ? InheritedParts<Types, Attributes extends readonly unknown[] ? Attributes : [Attributes]>
    : []

type JoinedParts<Templates> = Templates extends readonly [infer First, ...infer Rest]
  ? [...TemplateParts<First>, ...JoinedParts<Rest>]
  : []

type InheritedParts<Types extends EntityTypes, Attributes> = Attributes extends readonly [
  infer First,
  ...infer Rest,
]
  ? [...InheritedPart<Types, AttributeName<First>>, ...InheritedParts<Types, Rest>]
  : []

type InheritedPart<Types extends EntityTypes, Name> =
  Name extends AttributeName<Types['table']['key']['pk']>
    ? OwnParts<Types, 'pk'>
    : Name extends AttributeName<Types['table']['key']['sk']>
      ? OwnParts<Types, 'sk'>
      : [CodeName<Types['config'], Name>]

/** Checks the declaration of an entity: every attribute and every index that it names has to exist. */
export type CheckedConfig<Config extends EntityConfig, Output, Table extends TableConfig> = CheckedRelations<
  Config,
  Output,
  Table
> & {
  readonly key?: {
    readonly [Half in keyof Config['key']]: Half extends 'sk'
      ? CheckedSort<Config['key'][Half], Output, Table['key']['sk']>
      : CheckedTemplate<Config['key'][Half], keyof Output | SpreadSlot<Config>>
  } & KnownOptions<Config['key'], Half>
  readonly index?: {
    readonly [Index in keyof Config['index']]: Index extends keyof Table['indexes']
      ? CheckedIndex<
          NonNullable<Config['index']>[Index & string],
          Output,
          NonNullable<Table['indexes']>[Index & string],
          SpreadSlot<Config>
        >
      : { readonly 'no index': Index }
  }
  readonly shard?: [Exclude<HashNames<Config>, keyof Output>] extends [never]
    ? unknown
    : NoAttribute<Exclude<HashNames<Config>, keyof Output>>
  readonly period?: PeriodName<Config> extends keyof Output ? unknown : NoAttribute<PeriodName<Config>>
  readonly ttl?: CheckedTtl<TtlName<Config>, Output> & TtlOptions<Config['ttl']>
  readonly stored?: {
    readonly [Path in keyof Config['stored']]: Path extends keyof Output
      ? CheckedForm<Config['stored'][Path], Output[Path]> & ExpiryForm<Path, TtlName<Config>, Table>
      : unknown
  }
  readonly readOnly?: CheckedNames<Config['readOnly'], Output>
  readonly hidden?: CheckedNames<Config['hidden'], Output>
  readonly storedAs?: CheckedStoredNames<Config, keyof Output | VersionName<Config> | SpreadSlot<Config>>
  readonly computed?: Config extends { readonly computed: Computed<infer Rules> }
    ? { readonly rules: { readonly [Name in keyof Rules]: CheckedRule<Rules[Name], Name, Output> } }
    : unknown
} & KnownOptions<Config, keyof EntityConfig | 'schema'>

/** Checks a computation: an attribute, from attributes, by a function that takes those and returns a value of it. */
type CheckedRule<Rule extends ComputedRule, Name, Output> = [
  Exclude<Name | Rule['from'][number] | AlsoFrom<Rule>, keyof Output>,
] extends [never]
  ? {
      readonly by: (
        values: {
          readonly [From in Rule['from'][number] & keyof Output]: NonNullable<Output[From]>
        } & { readonly [From in AlsoFrom<Rule> & keyof Output]?: Output[From] },
      ) => Output[Name & keyof Output] | undefined
    } & KnownOptions<Rule, keyof ComputedRule>
  : NoAttribute<Exclude<Name | Rule['from'][number] | AlsoFrom<Rule>, keyof Output>>

type AlsoFrom<Rule> = Rule extends { readonly also: readonly (infer Name)[] } ? Name : never

/** The names in a list; `undefined` if there is none. */
type CheckedNames<Names, Output> = Names extends readonly (infer Name)[]
  ? [Exclude<Name, keyof Output>] extends [never]
    ? unknown
    : NoAttribute<Exclude<Name, keyof Output>>
  : unknown

type CheckedTtl<Name, Output> = [Name] extends [keyof Output]
  ? [NonNullable<Output[Name]>] extends [Date]
    ? unknown
    : { readonly 'must be a Date': Name }
  : NoAttribute<Name>

type TtlOptions<Ttl> = Ttl extends object ? KnownOptions<Ttl, 'attribute' | 'after'> : unknown

type CheckedIndex<Index extends EntityIndexConfig, Output, Definition extends IndexConfig, Filled> = {
  readonly pk?: CheckedTemplate<Index['pk'], keyof Output | Filled>
  readonly sk?: CheckedSort<Index['sk'], Output, Definition['sk']>
  readonly when?: {
    readonly [Name in keyof Index['when']]: Name extends keyof Output
      ? CheckedValue<Index['when'][Name], Output[Name]>
      : NoAttribute<Name>
  }
} & KnownOptions<Index, keyof EntityIndexConfig>

/** Checks for a value, or several, that the attribute can have: with any other, no item would ever be in the index. */
type CheckedValue<Given, Value> = [Given extends readonly (infer One)[] ? One : Given] extends [Value]
  ? unknown
  : { readonly 'must be one of': Value }

type CheckedTemplate<Template, Names> = [KeyTemplateSlots<Template>] extends [Names]
  ? Template
  : NoAttribute<Exclude<KeyTemplateSlots<Template>, Names>>

/** The attributes in a template, or in several. */
type KeyTemplateSlots<Template> = Template extends readonly (infer Member)[]
  ? TemplateSlots<Member>
  : TemplateSlots<Template>

/** Checks the template of a sort key: a number in it needs an encoding, unless the key itself is a number. */
type CheckedSort<Template, Output, Attribute> = Attribute extends string
  ? // Most have none, which is seen at once.
    Output[KeyTemplateSlots<Template> & keyof Output] extends string | Date
    ? CheckedTemplate<Template, keyof Output>
    : [NumberIn<Output, BareSlots<Template> & keyof Output>] extends [never]
      ? CheckedTemplate<Template, keyof Output>
      : NumberWithoutEncoding<NumberIn<Output, BareSlots<Template> & keyof Output>>
  : CheckedTemplate<Template, keyof Output>

/** Those of some attributes that are numbers; `any` and `unknown` do not count. */
type NumberIn<Output, Names extends keyof Output> = {
  [Name in Names]-?: [NonNullable<Output[Name]>] extends [number | bigint]
    ? [string] extends [Output[Name]]
      ? never
      : Name
    : never
}[Names]

/** Shown by the compiler for a number that would not sort as one. */
interface NumberWithoutEncoding<Name> {
  readonly 'needs :pad6 or :num to sort as a number': Name
}

/** Checks the form of text, numbers and booleans: only text has one; others would be read back as another type. */
type CheckedForm<Form, Value> = unknown extends Value
  ? unknown
  : Form extends OwnForm
    ? FormOf<NonNullable<Value>>
    : [NonNullable<Value>] extends [string | number | boolean]
      ? [NonNullable<Value>, Form] extends [string, 'decimal']
        ? unknown
        : { readonly 'must be a Date, a bigint or a Set': Form }
      : unknown

/** The attribute by which DynamoDB itself expires items has to be in seconds. */
type ExpiryForm<Path, Expiry, Table extends TableConfig> = Path extends Expiry
  ? Table extends { readonly ttl: infer Stored }
    ? Path extends Stored
      ? 'epoch'
      : unknown
    : 'epoch'
  : unknown

/** The attributes that are stored in a form of the program's own. */
export type WholeNames<Config> = Config extends { readonly stored: infer Forms }
  ? { [Name in keyof Forms]: Forms[Name] extends OwnForm ? Name : never }[keyof Forms]
  : never

/** Requires a stored form for Dates and bigints, whose type the stored value does not show. */
export type CheckedStored<Output, Config extends EntityConfig> = [
  Exclude<UnseenNames<Output>, TtlName<Config>>,
] extends [never]
  ? unknown
  : {
      readonly stored: {
        readonly [Name in Exclude<UnseenNames<Output>, TtlName<Config>>]: UnseenForm<
          Output[Name & keyof Output]
        >
      }
    }

/** Timestamps are the model's own: with them in the schema, the input would require them. */
export type CheckedTimes<Names, Config> = [TimeNames<Config> & Names] extends [never]
  ? unknown
  : {
      readonly timestamps: {
        readonly 'is in the schema, which must leave it to the model': TimeNames<Config> & Names
      }
    }

type UnseenNames<Output> = {
  [Name in keyof Output]-?: Output[Name] extends Date | bigint | null | undefined
    ? // `never`, `null` and `undefined` are neither; of `any` nothing is known.
      [Output[Name]] extends [null | undefined]
      ? never
      : Name
    : never
}[keyof Output]

type UnseenForm<Value> =
  | FormOf<NonNullable<Value>>
  | ([NonNullable<Value>] extends [bigint] ? 'bigint' : 'date' | 'epoch' | 'epochMs')

/** The attribute by which items expire, if they do. */
export type TtlName<Config extends EntityConfig> = Config extends { readonly ttl: infer Ttl }
  ? Ttl extends { readonly attribute: infer Name }
    ? Name
    : Ttl
  : never

/** The attributes of an entity's primary key. */
export type KeyValues<Item, Key> = { readonly [Name in Key & keyof Item]: Item[Name] }
