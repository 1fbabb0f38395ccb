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
 * Returns the cursor of the page that begins after an item, for APIs with a cursor for each item, such as GraphQL's
 * connections. It equals `next` of a page that ends with the item; after the last item that can be found, it is the
 * cursor of an empty page. The item needs all attributes of its keys.
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
      `"${name}" does not read one entity in one place, so it has no cursors of items`,
      name,
    )
  }
  const { entity, index } = pattern
  const values = item as Values
  const key = encodeKey(entity, values)
  const inIndex = entity.indexes.get(index)
  const whole = inIndex === undefined ? key : { ...key, ...encodeKey({ ...entity, key: inIndex }, values) }
  // Any time will do: it only decides what has expired, on which cursors do not depend.
  const { request, scope } = planPage(pattern, args as Values, { name, now: 0, page })
  const isForward = !('ScanIndexForward' in request.input)
  const last = pattern.kind === 'query' && index === primary && lastKey(entity.key, args as Values, isForward)
  const [sort] = entity.table.key.sk
  const isEnd = last && sort && sameValue(last.value, key[sort.name])
  // An empty key stands for the end, as DynamoDB refuses to start from the last key that the condition allows.
  return encodeCursor(isEnd ? {} : whole, scope)
}

/** Returns the sort key at the end of a condition's range, if the range includes it. */
function lastKey(key: EntityKey, args: Values, isForward: boolean) {
  const { condition } = sortCondition(key, args)
  const end =
    condition?.kind === 'between'
      ? condition[isForward ? 'high' : 'low']
      : condition?.kind === 'compare' && condition.comparator === (isForward ? '<=' : '>=') && condition.right
  return end && end.kind === 'wire' && end
}
