import type { Condition } from '../expressions/condition.ts'
import { compileTemplate, type Values } from '../keys/compile-template.ts'
import { parseTemplate, type Slot } from '../keys/parse-template.ts'
import { definitionError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'
import { extentCondition, sortCondition } from './key-condition.ts'
import type { MemberReader, Within } from './pattern.ts'
import { readExtent, startingWith } from './text-extent.ts'

/**
 * Lets calls of a collection narrow it further than its partition: by attributes that the sort keys of all its members
 * begin with, the last of them as a value or a range.
 *
 * @example
 * import { shape, table } from '@monotable/model'
 * const blog = table('Blog', { key: { pk: 'PK', sk: 'SK' } })
 * const Post = blog.entity('Post', {
 *   schema: shape<{ author: string; day: string; title: string }>(),
 *   key: { pk: 'AUTHOR#{author}', sk: '{day}#POST#{title}' },
 * })
 * const Comment = blog.entity('Comment', {
 *   schema: shape<{ author: string; day: string; text: string }>(),
 *   key: { pk: 'AUTHOR#{author}', sk: '{day}#COMMENT#{text}' },
 * })
 * const feed = blog.collect('primary', { posts: Post.many(), comments: Comment.many() }, { within: within('day') })
 * const blogDb = blog.connect(db, { entities: { Post, Comment }, patterns: { feed } })
 * blogDb.q.feed({ author: 'ada', day: { gte: '2026-01-01' } }).params().input
 * // { KeyConditionExpression: '#PK = :v0 AND #SK >= :v1', … }
 */
export function within<const Names extends readonly [string, ...string[]]>(...names: Names): Within<Names> {
  return {
    names,
    settle: (readers) => {
      const condition = isPlain(readers, names) ? plainCondition(readers) : textCondition(readers, names)
      return (args) => (names.some((name) => getOwn(args, name) !== undefined) ? condition(args) : undefined)
    },
  }
}

type Narrowing = (args: Values) => Condition | undefined

/** Whether these attributes, as they are, are the sort key in all members. */
function isPlain(readers: readonly MemberReader[], names: readonly string[]): boolean {
  return readers.every(({ key }) => names.every((name, at) => key.sk[at]?.plain === name))
}

function plainCondition([first]: readonly MemberReader[]): Narrowing {
  return (args) => first && sortCondition(first.key, args).condition
}

function textCondition(readers: readonly MemberReader[], names: readonly string[]): Narrowing {
  const template = compileTemplate(commonBeginning(readers, names), { sorted: true })
  const [first] = readers as readonly [MemberReader]
  const attribute = first.key.sk[0]?.attribute.name ?? ''
  const goesOn = template.slots.at(-1)?.goesOn
  return (args) => {
    const { extent, open } = readExtent(template, args, first.slots)
    const isBeginning = open === undefined && goesOn
    return extentCondition(attribute, isBeginning ? startingWith(extent.low) : extent)
  }
}

/**
 * Returns the template that the sort keys of all members begin with, up to the last of the names and the text that they
 * share after it. The character after a value decides how the value is escaped: if it is the same in all members, the
 * same values have the same text in all of them, and no other keys lie between. A value whose end is visible is not
 * escaped: some members may end with it, and others go on in any way.
 */
function commonBeginning(readers: readonly MemberReader[], names: readonly string[]): string {
  const all = readers.map((reader) => ({ ...reader, ...parsedSort(reader) }))
  const [first] = all as [(typeof all)[number]]
  const fail = () => {
    const [last] = names.slice(-1)
    const keys = all.map(({ member, source }) => `"${source}" (${member.entity.name})`).join(', ')
    const message = `A collection within "${names.join('", "')}" needs sort keys that begin alike up to {${last}} and a text after it, such as "#"; there are ${keys}`
    return definitionError(message, 'within')
  }
  if (all.some(({ before }) => before !== first.before)) throw fail()
  const left = new Set(names)
  let common = first.before
  for (let at = 0; left.size > 0; at++) {
    const slot = first.places[at]
    const isKnown = slot && (left.delete(slot.attribute) || first.slots.includes(slot.attribute))
    if (!isKnown || all.some((one) => placeAt(one, at) !== placeAt(first, at))) throw fail()
    const afters = all.map(({ places }) => places[at]?.after ?? '')
    const after = sharedText(afters)
    const isEnd = all.every(({ places }) => places.length === at + 1) && afters.every((one) => one === '')
    const isOpen = after === '' && !isEnd
    // Between the names, the texts must be equal. After the last one, they may differ after some shared characters, or
    // all members may end there.
    if (left.size > 0 ? afters.some((one) => one !== after) : isOpen && !showsItsEnd(slot)) throw fail()
    common += `{${[slot.attribute, ...slot.encodings].join(':')}}${after}`
    if (left.size === 0 && isOpen) common += theRest
  }
  return common
}

/** A slot for whatever follows, which no call gives a value. */
const theRest = '{the rest}'

/** Whether the end of a slot's values can be seen in a key, whatever follows. */
function showsItsEnd({ encodings }: Slot): boolean {
  return encodings.some((name) => /^(num|iso|desc|pad\d+)$/.test(name))
}

/** Parses a sort key that is built from one template. */
function parsedSort({ key }: MemberReader) {
  const [part, ...more] = key.sk
  const isBuilt = part !== undefined && part.plain === undefined && more.length === 0
  const { source, before, slots } = parseTemplate(isBuilt ? part.template.source : '')
  return { source, before, places: slots }
}

/**
 * Returns what is at a position of a sort key, independent of the names that members have for the partition's values.
 */
function placeAt(
  { places, slots }: { places: readonly Slot[]; slots: readonly string[] },
  at: number,
): string {
  const { attribute = '', encodings = [] } = places[at] ?? {}
  const partition = slots.indexOf(attribute)
  return [partition < 0 ? attribute : `{${partition}`, ...encodings].join(':')
}

/** Returns the longest common prefix of texts, in whole characters. */
function sharedText([first = '', ...others]: readonly string[]): string {
  let shared = ''
  for (const character of first) {
    if (!others.every((text) => text.startsWith(shared + character))) break
    shared += character
  }
  return shared
}
