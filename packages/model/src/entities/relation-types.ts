import type { TemplateSlots } from '../keys/template-slots.ts'
import type { EntityConfig } from './entity-config.ts'
import type { BelongsToConfig, CopyConfig, MarkerKeyConfig, RelationConfig } from './relation-config.ts'

/**
 * Shown by the compiler for an attribute that does not exist: an object, since two different texts would only show as
 * `never`.
 */
export interface NoAttribute<Name> {
  readonly 'no attribute': Name
}

/** Refuses misspelt options, which would otherwise be ignored. */
export type KnownOptions<Given, Names> = {
  readonly [Name in Exclude<keyof Given, Names>]: NoOption<Name>
}

/** Shown by the compiler for an option that does not exist. */
interface NoOption<Name> {
  readonly 'no option': Name
}

/** For the type checker only: the types of an entity. */
export declare const entityTypes: unique symbol

/** The types of an entity that another one refers to. */
type Referred<Reference> = Reference extends {
  readonly [entityTypes]?: infer Types extends {
    readonly item: unknown
    readonly input: unknown
    readonly key: string
  }
}
  ? Types
  : { readonly item: { readonly [name: string]: unknown }; readonly input: unknown; readonly key: string }

/** Attributes that the model fills in: numbers of sequences, and copies of a parent's attributes. */
export type FilledNames<Config extends EntityConfig> =
  | keyof Config['sequence']
  | CopiedNames<Config['belongsTo']>

type CopiedNames<Parents> = {
  [Name in keyof Parents]: Parents[Name] extends { readonly copy: infer Copy } ? keyof Copy : never
}[keyof Parents]

/** The counters of other entities that an entity's writes keep, each as `Parent.counter`. */
export type KeptCounters<Config extends EntityConfig> =
  | { [Name in keyof Config['belongsTo']]: CounterOf<Config['belongsTo'][Name]> }[keyof Config['belongsTo']]
  | { [Name in keyof Config['sequence']]: CounterOf<Config['sequence'][Name]> }[keyof Config['sequence']]

type CounterOf<Rule> = Rule extends
  | { readonly entity: infer Parent; readonly count: infer Counter extends string }
  | { readonly of: infer Parent; readonly counter: infer Counter extends string }
  ? Parent extends { readonly [entityTypes]?: { readonly name: infer Name extends string } }
    ? `${Name}.${Counter}`
    : never
  : never

/** The attributes that are always what the parent's are, so that no update sets them. */
export type KeptCopies<Parents> = {
  [Name in keyof Parents]: Parents[Name] extends { readonly via: 'stream' }
    ? never
    : Parents[Name] extends { readonly copy: infer Copy }
      ? keyof Copy
      : never
}[keyof Parents]

/** Checks the declared relations: the table has to have relations, and the attributes have to exist. */
export type CheckedRelations<Config extends EntityConfig, Output, Table> = Table extends {
  readonly relations: object
}
  ? KnownRelations<Config, Output>
  : { readonly [Name in keyof RelationConfig]?: NeedsRelations }

/** Shown by the compiler for a relation in a table that has none. */
interface NeedsRelations {
  readonly 'needs relations of @monotable/model/relations in its table': never
}

/** Checks that every attribute named exists, here or in the other entity. */
interface KnownRelations<Config extends EntityConfig, Output> {
  readonly unique?: {
    readonly [Name in keyof Config['unique']]: CheckedMarker<Config['unique'][Name], keyof Output>
  }
  readonly limit?: {
    readonly [Name in keyof Config['limit']]: Name extends keyof Output ? unknown : NoAttribute<Name>
  }
  readonly sequence?: {
    readonly [Name in keyof Config['sequence']]: Name extends keyof Output
      ? CheckedSequence<Config['sequence'][Name], keyof Output>
      : NoAttribute<Name>
  }
  readonly belongsTo?: {
    readonly [Name in keyof Config['belongsTo']]: CheckedParent<Config['belongsTo'][Name], keyof Output>
  }
  readonly copies?: {
    readonly [Name in keyof Config['copies']]: CheckedCopy<Config['copies'][Name], Output> &
      KnownOptions<Config['copies'][Name], keyof CopyConfig>
  }
}

type CheckedMarker<Key, Names> = Key extends string
  ? CheckedSlots<Key, Names>
  : { readonly [Half in keyof Key]: CheckedSlots<Key[Half], Names> } & KnownOptions<
      Key,
      keyof MarkerKeyConfig
    >

type CheckedSlots<Template, Names> = [Exclude<TemplateSlots<Template>, Names>] extends [never]
  ? Template
  : NoAttribute<Exclude<TemplateSlots<Template>, Names>>

type CheckedSequence<Rule, Names> = Rule extends { readonly key: infer Key }
  ? { readonly key: CheckedMarker<Key, Names> } & KnownOptions<Rule, 'key'>
  : Rule extends { readonly of: infer Parent; readonly counter: infer Counter }
    ? {
        readonly of: CheckedReference<Parent, Rule, Names>
        readonly by?: CheckedBy<Parent, Rule, Names>
        readonly counter: CheckedCount<Counter, Referred<Parent>['item']>
      } & KnownOptions<Rule, 'of' | 'counter' | 'by'>
    : unknown

type CheckedParent<Relation, Names> = Relation extends { readonly entity: infer Parent }
  ? {
      readonly entity: CheckedReference<Parent, Relation, Names>
      readonly by?: CheckedBy<Parent, Relation, Names>
      readonly count?: Relation extends { readonly count: infer Count }
        ? CheckedCount<Count, Referred<Parent>['item']>
        : string
      readonly copy?: Relation extends { readonly copy: infer Copy }
        ? {
            readonly [Own in keyof Copy]: Own extends Names
              ? CheckedName<Copy[Own], keyof Referred<Parent>['item']>
              : NoAttribute<Own>
          }
        : unknown
    } & KnownOptions<Relation, keyof BelongsToConfig>
  : unknown

/** Checks for an entity whose key can be made of attributes here: of the same names, or of those in `by`. */
type CheckedReference<Parent, Rule, Names> = [
  Exclude<Referred<Parent>['key'], Names | (Rule extends { readonly by: infer By } ? keyof By : never)>,
] extends [never]
  ? unknown
  : NoAttribute<
      Exclude<Referred<Parent>['key'], Names | (Rule extends { readonly by: infer By } ? keyof By : never)>
    >

/** Checks `by`: attributes here, for attributes of the parent's key. */
type CheckedBy<Parent, Rule, Names> = Rule extends { readonly by: infer By }
  ? {
      readonly [Name in keyof By]: Name extends Referred<Parent>['key']
        ? CheckedName<By[Name], Names>
        : NoAttribute<Name>
    }
  : unknown

/** Checks that a counter is a number, or any. */
type CheckedCount<Name, Item> = Name extends keyof Item
  ? [NonNullable<Item[Name]>] extends [number | bigint]
    ? unknown
    : unknown extends Item[Name]
      ? unknown
      : { readonly 'must be a number': Name }
  : NoAttribute<Name>

type CheckedName<Name, Names> = Name extends Names ? unknown : NoAttribute<Name>

type CheckedCopy<Copy, Output> = Copy extends {
  readonly to: infer To
  readonly attributes: readonly (infer Attribute)[]
}
  ? [Exclude<Attribute | MadeOf<Copy, Referred<To>['key']>, keyof Output>] extends [never]
    ? [Exclude<MadeOf<Copy, Attribute>, keyof Referred<To>['item']>] extends [never]
      ? { readonly items?: (item: Output) => readonly Referred<To>['input'][] }
      : NoAttribute<Exclude<Attribute, keyof Referred<To>['item']>>
    : NoAttribute<Exclude<Attribute | MadeOf<Copy, Referred<To>['key']>, keyof Output>>
  : unknown

/** Names that both sides of a copy must have, unless a function makes the copies. */
type MadeOf<Copy, Names> = Copy extends { readonly items: object } ? never : Names
