import { keyOfItem } from '../entities/key-of-item.ts'
import { hasExpired } from '../entities/presence.ts'
import type { WireItem } from '../port/wire.ts'
import { entitiesOf, type Pattern, tableOf } from '../reads/pattern.ts'
import type { PageOptions } from '../reads/read-plan.ts'
import { patternNames } from '../reads/selection.ts'
import type { ModelContext } from '../sending/model-context.ts'
import { runBatchGet } from './run-batches.ts'

/** Reads the whole items whose keys an index returned, without those that were removed or have expired since. */
export async function hydrateItems(
  { context, page }: { readonly context: ModelContext; readonly page: PageOptions },
  pattern: Pattern,
  keys: readonly WireItem[],
): Promise<readonly WireItem[]> {
  const entities = entitiesOf(pattern)
  const table = tableOf(pattern)
  const names = patternNames(pattern)
  const wanted = keys.map((item) => ({ table, key: keyOfItem(table, item), names }))
  const found = await runBatchGet(context, wanted, page.consistent ?? pattern.options.consistent)
  const now = context.clock.now()
  const isGone = (item: WireItem) =>
    pattern.options.expired !== true && entities.some((entity) => hasExpired(entity, item, now))
  return found.filter((item) => item !== undefined && !isGone(item)) as WireItem[]
}
