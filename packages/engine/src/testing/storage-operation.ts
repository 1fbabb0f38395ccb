import fc from 'fast-check'
import type { Change, Position, RangeRequest } from '../storage/storage.ts'

/** A step of a random sequence. */
export type StorageOperation =
  | { readonly kind: 'mutate'; readonly batches: readonly (readonly Change[])[]; readonly refuse: number }
  | { readonly kind: 'bulk'; readonly at: Position; readonly count: number; readonly remove: boolean }
  | { readonly kind: 'range'; readonly request: RangeRequest }
  | { readonly kind: 'size'; readonly space: string; readonly partition: string }
  | { readonly kind: 'snapshot' | 'restore' | 'clear' | 'reopen' }

/** The spaces that every sequence uses. */
export const modelSpaces = ['s', 'S'] as const

/** Few partitions, so that operations collide; some differ only late, and some contain the extreme bytes. */
const partition = fc.constantFrom(
  '\0'.repeat(16),
  `${'\0'.repeat(15)}\x01`,
  'abcdef\0\0\0\0\0\0\0\0\0\0',
  'abcdef\0\0\0\0\0\0\0\0\0\x01',
  'abcdeg\0\0\0\0\0\0\0\0\0\0',
  '\xff'.repeat(16),
)
const sort = fc.oneof(
  fc.string({ unit: fc.constantFrom('\0', '\x01', '\x02', 'a', 'b', '\xff'), maxLength: 3 }),
  fc.nat(400).map((n) => `k${n}`),
)
const space = fc.constantFrom(...modelSpaces)
const position = fc.record({ partition, sort })
/** Some documents are so long that a store may keep them apart from short ones. */
const padding = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { arbitrary: fc.constant('x'.repeat(2_500)), weight: 1 },
)
const value = fc
  .tuple(fc.nat(300), padding)
  .map(([n, padding]) => ({ doc: JSON.stringify({ n, padding }), sizeBytes: n }))

const change: fc.Arbitrary<Change> = fc
  .tuple(space, position, fc.option(value, { nil: undefined, freq: 3 }))
  .map(([space, at, value]) => ({ space, ...at, value }))

const bound = fc.option(fc.record({ sort, inclusive: fc.boolean() }), { nil: undefined })
const within = fc.oneof(
  fc.record({ partition, low: bound, high: bound }),
  fc.record({ from: fc.option(partition, { nil: undefined }), to: fc.option(partition, { nil: undefined }) }),
)
const limit = fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined })

const request = fc
  .record({
    space,
    within,
    reverse: fc.boolean(),
    after: fc.option(position, { nil: undefined }),
    maxRecords: limit,
    maxBytes: limit,
  })
  .map(
    (request) => withoutUndefined({ ...request, within: withoutUndefined(request.within) }) as RangeRequest,
  )

/** One operation; mutations come in batches that start at the same time, some of which are rejected. */
export const storageOperation: fc.Arbitrary<StorageOperation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('mutate' as const),
      batches: fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }),
      refuse: fc.nat(6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      at: position,
      count: fc.nat(300),
      remove: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('range' as const), request }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('size' as const), space, partition }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('snapshot', 'restore') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('clear', 'reopen') }) },
)

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as Fields
}
