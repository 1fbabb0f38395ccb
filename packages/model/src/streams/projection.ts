import type { EntityDefinition } from '../entities/entity-definition.ts'
import { requireOptions } from '../entities/require-options.ts'
import type { AnyEntity, InputOf, KeyOf, StoredOf } from '../entity.ts'
import { ModelError } from '../model-error.ts'

/** Items of one entity that are derived from the items of another, each from a single one. */
export interface Projection {
  readonly kind: 'projection'
  readonly source: EntityDefinition
  readonly target: EntityDefinition
  /** Returns what to derive from an item. */
  readonly derive: (item: object) => readonly object[]
}

/** Sums over the items of an entity, stored in items of another. */
export interface Aggregate {
  readonly kind: 'aggregate'
  readonly source: EntityDefinition
  readonly target: EntityDefinition
  /** Whether items of sums are created when they do not exist. */
  readonly creates: boolean
  /** Returns what an item adds, and to which sums. */
  readonly derive: (item: object) => readonly Contribution[]
}

/** What an item adds to an item of sums. */
export interface Contribution {
  /** The attributes of the sum's key. */
  readonly key: object
  readonly amounts: { readonly [attribute: string]: number }
}

/** What is derived from the items of an entity. */
export type Derivation = Projection | Aggregate

/** One value, several or none. */
type Several<One> = One | readonly One[] | undefined

/** The attributes of an item that are numbers. */
type NumberNames<Item> = {
  [Name in keyof Item]-?: NonNullable<Item[Name]> extends number ? Name : never
}[keyof Item]

/**
 * Declares items that are derived from those of an entity: a function returns the items derived from one, and the
 * stream maintains them. Nothing else may write them.
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

/** What to sum up, and where. */
export interface AggregateOptions<Source, Target extends AnyEntity> {
  /** The entity of the sums. Its numbers start at zero. */
  readonly into: Target
  /** Returns the key of the sums that an item counts towards: one, several or none. */
  readonly key: (item: Source) => Several<KeyOf<Target>>
  /** Returns what an item adds to them; `{ orders: 1 }` counts. */
  readonly add: (item: Source) => { readonly [Name in NumberNames<StoredOf<Target>>]?: number }
}

/** Declares sums over the items of an entity, which the stream maintains in items of another. */
export function aggregate<Source extends AnyEntity, Target extends AnyEntity>(
  source: Source,
  options: AggregateOptions<StoredOf<Source>, Target>,
): Aggregate {
  requireOptions('aggregate', options, 'into key add')
  const { into, key, add } = options
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

/** Programs without types may return `null` for none, or, by mistake, a promise. */
function listOf<One>(given: Several<One> | null, target: AnyEntity): readonly One[] {
  if (given === undefined || given === null) return []
  if (given instanceof Promise) {
    const { name } = target.definition
    throw new ModelError('DEFINITION', `The function of ${name} has to return items, not a promise`, {
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
  if (target === source.definition) refuse('its own changes would cause others for ever')
  if (target.version !== undefined) refuse('it is versioned, but only the stream writes it')
  return target
}
