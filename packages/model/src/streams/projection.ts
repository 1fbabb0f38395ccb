import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { AnyEntity, InputOf, KeyOf, StoredOf } from '../entity.ts'
import { ModelError } from '../model-error.ts'

/** Items of one entity that follow from the items of another, each from one. */
export interface Projection {
  readonly kind: 'projection'
  readonly source: EntityDefinition
  readonly target: EntityDefinition
  /** What an item brings about. */
  readonly derive: (item: object) => readonly object[]
}

/** Sums over the items of an entity, kept in items of another. */
export interface Aggregate {
  readonly kind: 'aggregate'
  readonly source: EntityDefinition
  readonly target: EntityDefinition
  /** Whether items of sums are made when there are none. */
  readonly creates: boolean
  /** What an item adds, and to which sums. */
  readonly derive: (item: object) => readonly Contribution[]
}

/** What an item adds to an item of sums. */
export interface Contribution {
  /** The attributes of the sum's key. */
  readonly key: object
  readonly amounts: { readonly [attribute: string]: number }
}

/** What follows from the changes of an entity. */
export type Derivation = Projection | Aggregate

/** What may be said of a derived item: one, several or none. */
type Several<One> = One | readonly One[] | undefined

/** The attributes of an item that are numbers. */
type NumberNames<Item> = {
  [Name in keyof Item]-?: NonNullable<Item[Name]> extends number ? Name : never
}[keyof Item]

/**
 * Declares items that follow from those of an entity: say which items one of them brings about, and the stream keeps
 * them right. Nothing else writes them.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' } })
 * const Book = shop.entity('Book', {
 *   schema: shape<{ isbn: string; tags: string[] }>(),
 *   key: { pk: 'BOOK#{isbn}', sk: 'BOOK' },
 * })
 * const Tagged = shop.entity('Tagged', {
 *   schema: shape<{ tag: string; isbn: string }>(),
 *   key: { pk: 'TAG#{tag}', sk: 'BOOK#{isbn}' },
 * })
 * projection(Book).into(Tagged, ({ isbn, tags }) => tags.map((tag) => ({ tag, isbn }))).kind
 * // 'projection'
 */
export function projection<Source extends AnyEntity>(
  source: Source,
): {
  into<Target extends AnyEntity>(
    target: Target,
    derive: (item: StoredOf<Source>) => Several<InputOf<Target>>,
  ): Projection
} {
  return {
    into: (target, derive) => ({
      kind: 'projection',
      source: source.definition,
      target: requireTarget(source, target),
      derive: (item) => listOf(derive(item as StoredOf<Source>), target) as readonly object[],
    }),
  }
}

/** What of an item is summed up, and where. */
export interface AggregateOptions<Source, Target extends AnyEntity> {
  /** The entity of the sums. Its numbers begin at zero. */
  readonly into: Target
  /** The key of the sums that an item counts for: one, several or none. */
  readonly key: (item: Source) => Several<KeyOf<Target>>
  /** What it adds to them; `{ orders: 1 }` counts. */
  readonly add: (item: Source) => { readonly [Name in NumberNames<StoredOf<Target>>]?: number }
}

/** Declares sums over the items of an entity, kept by the stream in items of another. */
export function aggregate<Source extends AnyEntity, Target extends AnyEntity>(
  source: Source,
  { into, key, add }: AggregateOptions<StoredOf<Source>, Target>,
): Aggregate {
  return {
    kind: 'aggregate',
    source: source.definition,
    target: requireTarget(source, into),
    creates: true,
    derive: (item) => {
      const amounts = add(item as StoredOf<Source>) as Contribution['amounts']
      return listOf(key(item as StoredOf<Source>), into).map((one) => ({ key: one as object, amounts }))
    },
  }
}

/** Programs without types say nothing by `null` as well, and may take this for a place to wait in. */
function listOf<One>(given: Several<One> | null, target: AnyEntity): readonly One[] {
  if (given === undefined || given === null) return []
  if (given instanceof Promise) {
    const { name } = target.definition
    throw new ModelError('DEFINITION', `What follows as ${name} has to be given at once, not as a promise`, {
      subject: name,
    })
  }
  return Array.isArray(given) ? given : [given as One]
}

function requireTarget(source: AnyEntity, { definition: target }: AnyEntity): EntityDefinition {
  const refuse = (why: string) => {
    throw new ModelError(
      'DEFINITION',
      `${target.name} cannot follow from ${source.definition.name}: ${why}`,
      {
        subject: target.name,
      },
    )
  }
  if (target === source.definition) refuse('its own changes would bring about others for ever')
  if (target.version !== undefined) refuse('it is versioned, and nobody but the stream writes it')
  return target
}
