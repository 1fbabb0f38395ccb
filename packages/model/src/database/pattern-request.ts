import { runBatchGet } from '../batches/run-batch-get.ts'
import type { SpreadReading } from '../distribution/open-spread.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyOfItem } from '../entities/key-of-item.ts'
import { hasExpired } from '../entities/presence.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import { encodeCursor } from '../reads/cursor.ts'
import { decodeItems, groupItems } from '../reads/group-items.ts'
import type { Page, Pattern } from '../reads/pattern.ts'
import { planPage } from '../reads/plan-page.ts'
import type { FilteredPage, ReadPlan } from '../reads/read-plan.ts'
import { mergeIterables } from '../sending/merge-iterables.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { distributionOf } from './distribution-of.ts'
import { ModelRequest } from './model-request.ts'

/** What a call of a pattern needs to know. */
export interface PatternCall {
  readonly context: ModelContext
  readonly name: string
  readonly pattern: Pattern
  readonly args: Values
  readonly page: FilteredPage<never>
}

/** A call of a pattern: `await` gives a page, `pages()` all of them, `all()` the items one by one. */
export class PatternRequest<Result, Item> extends ModelRequest<Result> {
  readonly #call: PatternCall

  constructor(call: PatternCall) {
    super({
      context: call.context,
      compile: () => planFirst(call),
      run: (context) => runPage({ ...call, context }) as Promise<Result>,
    })
    this.#call = call
  }

  /** All pages from this one on. */
  pages(): AsyncGenerator<Result, void> {
    return readPages<Result>(this.#call)
  }

  /**
   * All items from this page on, one by one; of a collection, read its `pages()`. A scan can be read in `segments`, all
   * at the same time and in no order.
   */
  async *all({ segments = 1 }: { readonly segments?: number } = {}): AsyncGenerator<Item, void> {
    for await (const page of segments === 1 ? this.pages() : this.#segments(segments)) {
      yield* (page as unknown as Page<Item>).items
    }
  }

  #segments(total: number): AsyncGenerator<Result, void> {
    const { name, pattern, page } = this.#call
    if (pattern.kind !== 'scan') {
      throw definitionError(`${name} is no scan, and has no segments`, name)
    }
    const calls = Array.from({ length: total }, (_, index) => ({
      ...this.#call,
      page: { ...page, segment: { index, total } },
    }))
    return mergeIterables(calls.map((call) => readPages<Result>(call)))
  }
}

async function* readPages<Result>(call: PatternCall): AsyncGenerator<Result, void> {
  let { page } = call
  const places = openPlaces(call)
  do {
    const read = places === undefined ? runPage({ ...call, page }) : placesPage(call, places)
    const result = (await read) as Result
    yield result
    page = { ...page, cursor: (result as { readonly next?: string }).next }
  } while (page.cursor !== undefined)
}

function planFirst(call: PatternCall): ReadPlan['request'] {
  return openPlaces(call)?.request() ?? planPage(call.pattern, call.args, readContext(call)).request
}

function readContext({ name, context, page }: PatternCall) {
  return { name, page, now: context.clock.now() }
}

/** Begins to read several places, for a pattern that reads shards, replicas or periods. */
function openPlaces(call: PatternCall): SpreadReading | undefined {
  const { random, port } = call.context
  const [entity] = entitiesOf(call.pattern)
  return distributionOf(entity)?.openSpread(call.pattern, call.args, { ...readContext(call), random, port })
}

async function runPage(call: PatternCall): Promise<object> {
  const { pattern, context } = call
  const places = openPlaces(call)
  if (places !== undefined) return placesPage(call, places)
  const { request, scope } = planPage(pattern, call.args, readContext(call))
  const { Items = [], LastEvaluatedKey } = await context.port.send(request.operation, request.input as never)
  const items = pattern.options.hydrate === true ? await hydrate(context, pattern, Items) : Items
  return resultOf(pattern, items, LastEvaluatedKey && encodeCursor(LastEvaluatedKey, scope))
}

async function placesPage({ pattern, context }: PatternCall, places: SpreadReading): Promise<object> {
  const { found, next } = await places.read()
  const isWhole = pattern.options.hydrate !== true
  const items: WireItem[] = []
  for (const one of found) {
    items.push(...(isWhole ? one.items : await hydrate(context, one.pattern, one.items)))
  }
  return resultOf(pattern, items, next)
}

function resultOf(pattern: Pattern, items: readonly WireItem[], cursor: string | undefined): object {
  const next = cursor !== undefined && { next: cursor }
  if (pattern.kind === 'collect') return { ...groupItems(pattern, items), ...next }
  return { items: decodeItems(pattern, items), ...next }
}

function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return pattern.kind === 'collect' ? pattern.readers.map(({ member }) => member.entity) : [pattern.entity]
}

/** Reads the whole items whose keys an index gave; those that are gone or have expired by then are left out. */
async function hydrate(
  context: ModelContext,
  pattern: Pattern,
  items: readonly WireItem[],
): Promise<WireItem[]> {
  const entities = entitiesOf(pattern)
  const table = pattern.kind === 'collect' ? pattern.table : pattern.entity.table
  const keys = items.map((item) => ({ table, key: keyOfItem(table, item) }))
  const found = await runBatchGet(context, keys)
  const now = context.clock.now()
  const isWanted = (item: WireItem) =>
    pattern.options.expired === true || !entities.some((entity) => hasExpired(entity, item, now))
  return found.filter((item) => item !== undefined).filter(isWanted)
}
