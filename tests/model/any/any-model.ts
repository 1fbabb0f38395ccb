import { model, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { relations } from '@monotable/model/relations'
import { SeededRandom } from '../../simulation/seeded-random.ts'

/* Models of which chance says what their entities declare. All have the same attributes. */

export type Item = { readonly [attribute: string]: unknown }

/** What an entity declares: which attributes go into what. */
export interface AnyEntity {
  readonly name: string
  /** Keys of the index; only of open items, where it says so. */
  readonly index: { readonly pk: readonly string[]; readonly sk: readonly string[]; readonly open: boolean }
  readonly unique: { readonly [constraint: string]: readonly string[] }
  /** What `sum` is computed of, if it is. */
  readonly sum: { readonly from: readonly string[]; readonly also: readonly string[] } | undefined
  readonly limit: number
  /** Whose it is, by `of`, where it is counted in `n…`, and whether `copy` is a copy of the parent's `a`. */
  readonly parent: { readonly name: string; readonly copies: boolean } | undefined
}

/** The text of a computed attribute. */
export function sumOf({ from, also }: NonNullable<AnyEntity['sum']>, item: Item): string | undefined {
  if (from.some((name) => item[name] === undefined)) return undefined
  return [...from, ...also].map((name) => String(item[name])).join('+')
}

/** The attribute of a parent that counts the items of an entity. */
export const counterOf = (entity: string) => `n${entity}`

/** Draws what two to four entities declare. */
export function drawEntities(seed: number): readonly AnyEntity[] {
  const random = new SeededRandom(seed)
  const some = (most: number) => random.shuffle(['a', 'b', 'c', 'id']).slice(0, random.below(most + 1))
  const entities: AnyEntity[] = []
  for (let at = 0; at < 2 + random.below(3); at++) {
    const parent = at > 0 && random.percent(60) ? random.pick(entities).name : undefined
    const sum = random.percent(60) ? { from: some(2), also: some(1) } : undefined
    const candidates = ['a', 'b', 'c', ...(sum ? ['sum', 'sum'] : [])]
    const constraints = random.some(['u', 'v', 'w'], 60)
    entities.push({
      name: `E${at}`,
      index: {
        pk: some(2),
        sk: [...some(1), ...(sum && random.percent(50) ? ['sum'] : [])],
        open: random.percent(30),
      },
      unique: Object.fromEntries(
        constraints.map((name) => [
          name,
          [...new Set(random.shuffle(candidates).slice(0, 1 + random.below(2)))],
        ]),
      ),
      sum,
      limit: 1 + random.below(3),
      parent: parent === undefined ? undefined : { name: parent, copies: random.percent(60) },
    })
  }
  return entities
}

const template = (name: string, attributes: readonly string[]) =>
  [name, ...attributes.map((attribute) => `{${attribute}}`)].join('#')

/** The model of what was drawn. */
export function buildModel(drawn: readonly AnyEntity[]) {
  const app = table('Any', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: { any: { pk: 'A_PK', sk: 'A_SK' }, byParent: { pk: 'P_PK', sk: 'P_SK' } },
    relations,
  })
  const entities: { [name: string]: ReturnType<typeof app.entity> } = {}
  for (const { name, index, unique, sum, limit, parent } of drawn) {
    const config = {
      schema: shape(),
      key: { pk: template(name, ['id']), sk: name },
      index: {
        any: {
          pk: template(name, index.pk),
          sk: template(name, index.sk),
          ...(index.open && { when: { status: 'open' } }),
        },
        byParent: { pk: template(name, ['of']), sk: '{id}' },
      },
      unique: Object.fromEntries(
        Object.entries(unique).map(([one, attributes]) => [one, template(`${name}${one}`, attributes)]),
      ),
      limit: { tags: limit },
      ...(sum && { computed: computed({ sum: { ...sum, by: (item: Item) => sumOf(sum, item) } } as never) }),
      ...(parent && {
        belongsTo: {
          parent: {
            entity: entities[parent.name],
            by: { id: 'of' },
            mustExist: true,
            count: counterOf(name),
            ...(parent.copies && { copy: { copy: 'a' }, find: 'byParent' }),
          },
        },
      }),
    }
    entities[name] = app.entity(name, config as never) as never
  }
  return { app, entities, connectable: model({ entities }) }
}
