import type { hydrateItems } from '../batches/hydrate-items.ts'
import type { SpreadReading } from '../distribution/open-spread.ts'
import { requireOptions } from '../entities/require-options.ts'
import { keyNames } from '../entities/table-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { type Count, countOf } from '../reads/count-items.ts'
import { encodeCursor } from '../reads/cursor.ts'
import { decodeItems, groupItems } from '../reads/group-items.ts'
import { entitiesOf, type Page, type Pattern, type QueryPattern } from '../reads/pattern.ts'
import { planPage } from '../reads/plan-page.ts'
import type { FilteredPage, ReadPlan } from '../reads/read-plan.ts'
import { recognizeItem } from '../reads/recognize-item.ts'
import type { SelectableNames, Selected } from '../reads/selected.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { distributionOf } from './distribution-of.ts'
import { ModelRequest } from './model-request.ts'

/** What a call of a pattern needs. */
export interface PatternCall {
  readonly context: ModelContext
  readonly name: string
  readonly pattern: Pattern
  readonly args: Values
  readonly page: FilteredPage<never>
  /** How the pages after the first are read, if not like the first. */
  readonly rest?: FilteredPage<never>
}

/** A call of a pattern: `await` reads one page, `pages()` all pages, `all()` the items one by one. */
export class PatternRequest<Result, Item> extends ModelRequest<Result> {
  readonly #call: PatternCall

  constructor(call: PatternCall) {
    requireOptions('The call', call.page, 'consistent cursor filter limit order segment')
    super({
      context: call.context,
      compile: () => planFirst(call),
      run: (context) => runPage({ ...call, context }) as Promise<Result>,
    })
    this.#call = call
  }

  /** Returns the same call for some attributes only. In a collection, each member selects its own. */
  select<Name extends SelectableNames<Item>>(
    names: readonly Name[],
  ): PatternRequest<Page<Selected<Item, Name>>, Selected<Item, Name>> {
    const pattern = { ...this.#call.pattern, select: names } as Pattern
    return new PatternRequest({ ...this.#call, pattern })
  }

  /** Reads all pages, starting with this one. */
  pages(): AsyncGenerator<Result, void> {
    return readPages<Result>(this.#call)
  }

  /**
   * Reads all items from this page on, one by one; for a collection, use `pages()`. A scan can be read in `segments`:
   * in parallel, and in no particular order.
   */
  async *all(options?: Segments): AsyncGenerator<Item, void> {
    for await (const page of pagesOf<Page<Item>>(this.#call, options)) yield* page.items
  }

  /** Reads all items from this page on into one list, or at most `most` of them, over as many pages as that takes. */
  list(most?: number): ModelRequest<Item[]> {
    const { pattern, page } = this.#call
    // Without a filter, no more is read than is asked for. Items that have expired, or belong to another entity, are
    // left out only after the read: a short first page reveals them, and the rest is read without that limit.
    const isPlain = !(page.filter || (pattern as QueryPattern).filter || pattern.options.page)
    const limit = (isPlain && most) || undefined
    return overPages(
      { ...this.#call, page: { limit, ...page }, rest: page },
      {},
      async (pages: AsyncIterable<Page<Item>>) => {
        const found: Item[] = []
        for await (const { items } of pages) {
          found.push(...items)
          if (found.length >= (most ?? Number.POSITIVE_INFINITY)) break
        }
        return found.slice(0, most)
      },
    )
  }

  /**
   * Counts the items that the call finds, on all its pages. Costs as much as reading them, but only their number is
   * sent. A scan can be counted in `segments`, in parallel.
   */
  count(options?: Segments): ModelRequest<Count> {
    const { pattern, page } = this.#call
    const select = entitiesOf(pattern).flatMap(({ table }) => keyNames(table))
    const readOptions = { ...pattern.options, page: undefined, hydrate: undefined }
    const call = {
      ...this.#call,
      pattern: { ...pattern, options: readOptions, select, counts: true } as unknown as Pattern,
      page: { ...page, cursor: undefined, limit: undefined },
    }
    return overPages(call, options, async (pages: AsyncIterable<Count>) => {
      const sum = { matched: 0, scanned: 0 }
      for await (const { matched, scanned } of pages) {
        sum.matched += matched
        sum.scanned += scanned
      }
      return sum
    })
  }
}

/** The number of segments in which a scan is read. */
interface Segments {
  readonly segments?: number
}

/** Makes a request whose value is computed from all pages of a call. */
function overPages<Result, Value>(
  call: PatternCall,
  options: Segments | undefined,
  make: (pages: AsyncIterable<Result>) => Promise<Value>,
): ModelRequest<Value> {
  return new ModelRequest({
    context: call.context,
    compile: () => planFirst(call),
    run: async (context) => make(pagesOf({ ...call, context }, options)),
  })
}

function pagesOf<Result>(call: PatternCall, options: Segments = {}): AsyncGenerator<Result, void> {
  requireOptions('The call', options, 'segments')
  const { segments: total = 1 } = options
  if (total === 1) return readPages(call)
  const { name, pattern, page } = call
  if (pattern.kind !== 'scan') throw definitionError(`${name} is not a scan and has no segments`, name)
  return together(
    Array.from({ length: total }, (_, index) =>
      readPages<Result>({ ...call, page: { ...page, segment: { index, total } } }),
    ),
  )
}

/** Yields the pages of several segments as they arrive. What merges them is loaded with the first such scan. */
async function* together<Result>(segments: AsyncGenerator<Result, void>[]): AsyncGenerator<Result, void> {
  const { mergeIterables } = await import('../sending/merge-iterables.ts')
  yield* mergeIterables(segments)
}

async function* readPages<Result>(call: PatternCall): AsyncGenerator<Result, void> {
  let { page, rest = page } = call
  const places = openPlaces({ ...call, page: rest })
  do {
    const result = (await runPage({ ...call, page }, places)) as Result
    yield result
    page = { ...rest, cursor: (result as { readonly next?: string }).next }
  } while (page.cursor !== undefined)
}

function planFirst(call: PatternCall): ReadPlan['request'] {
  return openPlaces(call)?.request() ?? planPage(call.pattern, call.args, readContext(call)).request
}

function readContext({ name, context, page }: PatternCall) {
  return { name, page, now: context.clock.now() }
}

/** Starts reading several places, for a pattern that spans shards, replicas or periods. */
function openPlaces(call: PatternCall): SpreadReading | undefined {
  const { random, port } = call.context
  const [entity] = entitiesOf(call.pattern)
  return distributionOf(entity)?.openSpread(call.pattern, call.args, { ...readContext(call), random, port })
}

async function runPage(call: PatternCall, places = openPlaces(call)): Promise<object> {
  const { pattern, context } = call
  if (places !== undefined) return placesPage(call, places)
  const { request, scope } = planPage(pattern, call.args, readContext(call))
  const { operation, input } = request
  // Nothing follows the last key that a condition allows, and DynamoDB would refuse to start there.
  const isEnd = JSON.stringify(input.ExclusiveStartKey) === '{}'
  const answer = isEnd ? {} : await context.port.send(operation, input as never)
  const { Items = [], LastEvaluatedKey } = answer
  const items = pattern.options.hydrate === true ? await hydrate(call, pattern, Items) : Items
  return resultOf(pattern, items, LastEvaluatedKey && encodeCursor(LastEvaluatedKey, scope), countOf(answer))
}

async function placesPage(call: PatternCall, places: SpreadReading): Promise<object> {
  const { pattern } = call
  const { found, next, count } = await places.read()
  const isWhole = pattern.options.hydrate !== true
  const items: WireItem[] = []
  for (const one of found) {
    items.push(...(isWhole ? one.items : await hydrate(call, one.pattern, one.items)))
  }
  return resultOf(pattern, items, next, count)
}

function resultOf(
  pattern: Pattern,
  items: readonly WireItem[],
  cursor: string | undefined,
  { matched, scanned }: Count,
): object {
  const next = cursor !== undefined && { next: cursor }
  if (pattern.counts === true) {
    const isOwn = (item: WireItem) => entitiesOf(pattern).some((entity) => recognizeItem(entity, item))
    return { matched: matched + items.filter(isOwn).length, scanned, ...next }
  }
  if (pattern.kind === 'collect') return { ...groupItems(pattern, items), ...next }
  return { items: decodeItems(pattern, items), ...next }
}

/** Reads the items of keys that an index returned. What does that is loaded with the first such call. */
async function hydrate(...found: Parameters<typeof hydrateItems>): Promise<readonly WireItem[]> {
  return (await import('../batches/hydrate-items.ts')).hydrateItems(...found)
}
