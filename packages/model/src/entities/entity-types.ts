import type { FormOf, OwnForm } from '../codec/stored-form.ts'
import type { BareSlots, TemplateSlots } from '../keys/template-slots.ts'
import type { Computed, ComputedRule } from './computed-config.ts'
import type { Duration } from './duration.ts'
import type { EntityConfig, EntityIndexConfig } from './entity-config.ts'
import type { CheckedRelations, FilledNames, KnownOptions, NoAttribute } from './relation-types.ts'
import type { DrawnShard, GivenShard, GivenSlots, HashNames, PeriodName, SpreadSlot } from './spread-types.ts'
import type { CheckedStoredNames, CodeName } from './stored-names-types.ts'
import type { IndexConfig, TableConfig } from './table-definition.ts'
import type { Timestamps } from './timestamps.ts'

/*
 * What TypeScript knows of an entity. Kept flat and lazy: a member is worked out when something asks for it, and
 * nothing here goes through all attributes more than once; `tests/model/type-cost.test.ts` holds the cost.
 */

/** The types that belong to an entity. */
export interface EntityTypes {
  readonly name: string
  /** What is read. */
  readonly item: unknown
  /** What is written. */
  readonly input: unknown
  /** The attributes of the primary key. */
  readonly key: string
  readonly config: EntityConfig
  readonly table: TableConfig
}

/** The attributes of an item; of one that is this or that, those of all its shapes, each of which may be missing. */
export type Fields<Item> = [NameOfAny<Item>] extends [keyof Item]
  ? Item
  : { readonly [Name in NameOfAny<Item>]?: FieldOfAny<Item, Name> }

type NameOfAny<Item> = Item extends unknown ? keyof Item : never
type FieldOfAny<Item, Name> = Item extends unknown ? (Name extends keyof Item ? Item[Name] : never) : never

/** What is read of an entity: what its schema gives, and its version. */
export type ItemType<Output, Config extends EntityConfig> = VersionedItem<Output, Config> &
  DrawnShard<Config> &
  TimedItem<Config>

/** The attributes that say when an item was made and written. */
export type TimeNames<Config> = Config extends { readonly timestamps: infer Given }
  ? Given extends Timestamps
    ? Given[keyof Given & keyof Timestamps]
    : 'createdAt' | 'updatedAt'
  : never

/** What items have that know when they were made and written. */
export type TimedItem<Config> = [TimeNames<Config>] extends [never]
  ? unknown
  : { readonly [Name in TimeNames<Config> & string]: Date }

/** What answers have of an item: all but what is hidden. */
export type ShownItem<Item, Config extends EntityConfig> = Config extends {
  readonly hidden: readonly (infer Name)[]
}
  ? Without<Item, Name & PropertyKey>
  : Item

/** What whole answers of an entity have. */
export type Shown<Types extends EntityTypes> = ShownItem<Types['item'], Types['config']>

/** Of an item that is this or that, each without it. */
type Without<Item, Names extends PropertyKey> = Item extends unknown ? Omit<Item, Names> : never

/** The attribute that counts the writes of an item. */
type VersionName<Config extends EntityConfig> = Config['version'] extends true
  ? 'version'
  : Config['version'] extends string
    ? Config['version']
    : Config['history'] extends object
      ? 'version'
      : never

/** The attributes that the model alone writes, and those that no update changes. */
export type ManagedNames<Config extends EntityConfig> =
  | VersionName<Config>
  | TimeNames<Config>
  | ReadOnlyName<Config>
  | ComputedName<Config>

/** The attributes that are made of others. */
type ComputedName<Config> = Config extends { readonly computed: Computed<infer Rules> } ? keyof Rules : never

type ReadOnlyName<Config> = Config extends { readonly readOnly: readonly (infer Name)[] } ? Name : never

type VersionedItem<Output, Config extends EntityConfig> = [VersionName<Config>] extends [never]
  ? Output
  : Output & { readonly [Name in VersionName<Config>]: number }

/** What is written of an entity: what its schema takes, with a Date or a duration for when it expires. */
export type InputType<Input, Config extends EntityConfig> = ExpiringInput<
  FilledInput<Input, FilledNames<Config> | ComputedName<Config>>,
  Config
> &
  GivenShard<Config>

/** What the model fills in need not be given. */
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

/** What says when an item expires must be given, unless the schema says otherwise or there is a time for all. */
type Expiring<Input> = { readonly [Name in keyof Input]: Date | Duration }

/** The attributes that the primary key is made of. */
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

/** The names by which an entity can be queried. */
export type IndexNames<Types extends EntityTypes> = 'primary' | (keyof Types['config']['index'] & string)

type Half = 'pk' | 'sk'

/** The attributes that one half of a key is made of, in the table or in an index. */
export type HalfSlots<
  Types extends EntityTypes,
  Index extends string,
  Part extends Half,
> = Index extends 'primary'
  ? OwnSlots<Types, Part>
  : IndexSlots<
      Types,
      NonNullable<Types['config']['index']>[Index],
      NonNullable<Types['table']['indexes']>[Index],
      Part
    >

type OwnSlots<Types extends EntityTypes, Part extends Half> = Types['config']['key'] extends {
  readonly [Name in Part]: infer Template
}
  ? TemplateSlots<Template>
  : Types['config']['key'] extends object
    ? never
    : CodeName<Types['config'], AttributeName<Types['table']['key'][Part]>>

type IndexSlots<Types extends EntityTypes, Config, Definition, Part extends Half> = Config extends {
  readonly [Name in Part]: infer Templates
}
  ? TemplateSlots<Templates extends readonly (infer Template)[] ? Template : Templates>
  : Definition extends { readonly [Name in Part]: infer Attributes }
    ? InheritedSlots<Types, AttributeName<Attributes>>
    : never

type InheritedSlots<Types extends EntityTypes, Name> =
  Name extends AttributeName<Types['table']['key']['pk']>
    ? OwnSlots<Types, 'pk'>
    : Name extends AttributeName<Types['table']['key']['sk']>
      ? OwnSlots<Types, 'sk'>
      : CodeName<Types['config'], Name>

/** What an entity's declaration must be: every attribute that it names is one, and every index. */
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

/** Something that is computed: an attribute, from attributes, by what takes them and gives it. */
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

/** Names in a list; `undefined` where there is none. */
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

/** A value that an attribute can have, or several: items would else never be in the index. */
type CheckedValue<Given, Value> = [Given extends readonly (infer One)[] ? One : Given] extends [Value]
  ? unknown
  : { readonly 'must be one of': Value }

type CheckedTemplate<Template, Names> = [
  Exclude<TemplateSlots<Template extends readonly (infer Member)[] ? Member : Template>, Names>,
] extends [never]
  ? Template
  : NoAttribute<Exclude<TemplateSlots<Template extends readonly (infer Member)[] ? Member : Template>, Names>>

/** A template of a sort key: a number in it needs an encoding, but where the key itself is a number. */
type CheckedSort<Template, Output, Attribute> = Attribute extends string
  ? [NumberIn<Output, BareSlots<Template> & keyof Output>] extends [never]
    ? CheckedTemplate<Template, keyof Output>
    : NumberWithoutEncoding<NumberIn<Output, BareSlots<Template> & keyof Output>>
  : CheckedTemplate<Template, keyof Output>

/** Those of some attributes that are numbers; what can be anything is none. */
type NumberIn<Output, Names extends keyof Output> = {
  [Name in Names]-?: [NonNullable<Output[Name]>] extends [number | bigint]
    ? [string] extends [Output[Name]]
      ? never
      : Name
    : never
}[Names]

/** What the compiler shows for a number that would not sort as such. */
interface NumberWithoutEncoding<Name> {
  readonly 'needs :pad6 or :num to sort as a number': Name
}

/** A form of text, numbers and booleans: only text has one, and they would else be read as something else. */
type CheckedForm<Form, Value> = unknown extends Value
  ? unknown
  : Form extends OwnForm
    ? FormOf<NonNullable<Value>>
    : [NonNullable<Value>] extends [string | number | boolean]
      ? [NonNullable<Value>, Form] extends [string, 'decimal']
        ? unknown
        : { readonly 'must be a Date, a bigint or a Set': Form }
      : unknown

/** What DynamoDB itself expires items by is in seconds. */
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

/** What must be declared of Dates and bigints, whose type cannot be seen in what is stored. */
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

/** Timestamps are the model's own: a schema that has them would ask for them. */
export type CheckedTimes<Names, Config> = [TimeNames<Config> & Names] extends [never]
  ? unknown
  : {
      readonly timestamps: {
        readonly 'is in the schema, which must leave it to the model': TimeNames<Config> & Names
      }
    }

type UnseenNames<Output> = {
  [Name in keyof Output]-?: [NonNullable<Output[Name]>] extends [Date | bigint]
    ? // What is never there, or only null, is neither.
      [NonNullable<Output[Name]>] extends [never]
      ? never
      : Name
    : never
}[keyof Output]

type UnseenForm<Value> =
  | FormOf<NonNullable<Value>>
  | ([NonNullable<Value>] extends [bigint] ? 'bigint' : 'date' | 'epoch' | 'epochMs')

/** The attribute by which items expire, where they do. */
export type TtlName<Config extends EntityConfig> = Config extends { readonly ttl: infer Ttl }
  ? Ttl extends { readonly attribute: infer Name }
    ? Name
    : Ttl
  : never

/** The attributes of an entity's primary key. */
export type KeyValues<Item, Key> = { readonly [Name in Key & keyof Item]: Item[Name] }
