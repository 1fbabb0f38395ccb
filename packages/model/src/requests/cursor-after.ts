import { encodeKey } from '../entities/encode-key.ts'
import type { EntityKey } from '../entities/entity-definition.ts'
import { primary } from '../entities/table-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError } from '../model-error.ts'
import { type Cursor, encodeCursor } from '../reads/cursor.ts'
import { sortCondition } from '../reads/key-condition.ts'
import type { AnyPattern, Pattern, PatternArgs, PatternItem } from '../reads/pattern.ts'
import { planPage } from '../reads/plan-page.ts'
import type { PageOptions } from '../reads/read-plan.ts'
import { sameValue } from '../util/same-value.ts'

/**
 * The cursor of the page that goes on after an item, for whoever hands out a cursor with each item, as GraphQL's connections
 * do. It is the same as `next` of a page that ends with the item, and after the last that can be found, that of an empty
 * page. The item needs all that its keys are made of.
 *
 * @example
 * import { createTableInput, model, shape, table } from '@monotable/model'
 * const notes = table('Notes', { key: { pk: 'PK', sk: 'SK' } })
 * const Note = notes.entity('Note', {
 *   schema: shape<{ box: string; id: string }>(),
 *   key: { pk: 'BOX#{box}', sk: '{id}' },
 * })
 * const app = model({ entities: { Note }, patterns: { box: Note.query('primary') } })
 * await db.send('CreateTable', createTableInput(notes))
 * const { Note: verbs, q } = app.connect(db)
 * for (const id of ['1', '2', '3']) await verbs.create({ box: 'a', id })
 * const cursor = cursorAfter(app, 'box', { box: 'a' }, { box: 'a', id: '1' })
 * const { items } = await q.box({ box: 'a' }, { cursor })
 * items.map(({ id }) => id)
 * // ['2', '3']
 */
export function cursorAfter<
  Patterns extends { readonly [name: string]: AnyPattern },
  Name extends keyof Patterns & string,
>(
  { patterns }: { readonly patterns: Patterns },
  name: Name,
  args: PatternArgs<Patterns[Name]>,
  item: PatternItem<Patterns[Name]>,
  page: Pick<PageOptions, 'order' | 'segment'> = {},
): Cursor {
  const pattern = patterns[name] as Pattern | undefined
  if (pattern === undefined || pattern.kind === 'collect' || pattern.entity.distribution !== undefined) {
    throw definitionError(
      `"${name}" is no pattern of one entity in one place: it has no cursors of items`,
      name,
    )
  }
  const { entity, index } = pattern
  const values = item as Values
  const key = encodeKey(entity, values)
  const inIndex = entity.indexes.get(index)
  const whole = inIndex === undefined ? key : { ...key, ...encodeKey({ ...entity, key: inIndex }, values) }
  // The time decides on what has expired, which cursors know nothing of.
  const { request, scope } = planPage(pattern, args as Values, { name, now: 0, page })
  const isForward = !('ScanIndexForward' in request.input)
  const last = pattern.kind === 'query' && index === primary && lastKey(entity.key, args as Values, isForward)
  const [sort] = entity.table.key.sk
  const isEnd = last && sort && sameValue(last.value, key[sort.name])
  // The key of nothing stands for the end: DynamoDB refuses to start from the key that its condition ends with.
  return encodeCursor(isEnd ? {} : whole, scope)
}

/** The sort key with which a condition ends, where it includes one. */
function lastKey(key: EntityKey, args: Values, isForward: boolean) {
  const { condition } = sortCondition(key, args)
  const end =
    condition?.kind === 'between'
      ? condition[isForward ? 'high' : 'low']
      : condition?.kind === 'compare' && condition.comparator === (isForward ? '<=' : '>=') && condition.right
  return end && end.kind === 'wire' && end
}
