import { setTimeout } from 'node:timers/promises'
import { PROPAGATION_MS } from '../../tables/shared-catalogue.ts'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import { longReads } from '../../util/long-work.ts'
import type { OperationContext } from '../operation-context.ts'

/** What dropping spaces works with. */
export type DropContext = Pick<
  OperationContext,
  'background' | 'inFlight' | 'storage' | 'catalogue' | 'backups' | 'exports' | 'histories'
>

/**
 * Drops spaces that the catalogue no longer names, once the requests that may still use them have ended; spaces
 * that are being copied are kept. If this is interrupted, opening the catalogue drops the rest. It resolves before
 * they are gone, except if several servers share a store.
 */
export async function dropSpaces(context: DropContext, spaces: readonly string[]): Promise<void> {
  const { background, catalogue, inFlight } = context
  if (catalogue.shared !== undefined) return dropShared(context, spaces)
  background.start(async (signal) => {
    await inFlight.drained()
    // Of thousands of tables that are deleted, each has to look through what all the others and their backups name.
    await background.inTurn(() => dropUnnamed(context, spaces, signal))
  })
}

async function dropUnnamed(
  context: DropContext,
  spaces: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const { histories, storage } = context
  await longReads.turn()
  const catalogued = cataloguedAmong(context, spaces)
  const copied = await copiedAmong(context, spaces)
  for (const space of spaces) {
    if (signal.aborted) return
    if (catalogued.has(space)) continue
    histories.end(space)
    if (!copied.has(space)) await storage.dropSpace(space)
  }
}

/**
 * Drops spaces at once, because requests of other servers cannot be waited for. A request that still uses one finds
 * it gone, refreshes the catalogue and starts again, so that nobody reads deleted data after the deletion was
 * acknowledged.
 */
async function dropShared(context: DropContext, spaces: readonly string[]): Promise<void> {
  try {
    await context.catalogue.refresh()
    const named = await namedAmong(context, spaces)
    for (const space of spaces) if (!named.has(space)) await context.storage.dropSpace(space)
    if (!spaces.some((space) => named.has(space))) return
  } catch {
    // The catalogue no longer names them. What is left is swept later.
  }
  // A space that stays could still be read by servers that have not heard of the change.
  await setTimeout(PROPAGATION_MS)
}

/** Returns which of a few spaces some table, backup or export names; names by `except` alone do not count. */
export async function namedAmong(
  context: Pick<OperationContext, 'catalogue' | 'backups' | 'exports'>,
  few: readonly string[],
  except?: TableDefinition,
): Promise<ReadonlySet<string>> {
  const catalogued = cataloguedAmong(context, few, except)
  const copied = await copiedAmong(context, few)
  return new Set([...catalogued, ...copied])
}

/** Returns which of a few spaces some backup or export names. */
async function copiedAmong(
  { backups, exports }: Pick<OperationContext, 'backups' | 'exports'>,
  few: readonly string[],
): Promise<ReadonlySet<string>> {
  // Parsing thousands of documents takes long, and few of them contain the name of such a space at all.
  const copies = [...(await backups.listWith(few)), ...(await exports.listWith(few))]
  return new Set(copies.flatMap(({ spaces = [] }) => spaces).filter((space) => few.includes(space)))
}

/**
 * Returns which of a few spaces some table names. With thousands of tables, building a set of everything they name
 * would take long.
 */
function cataloguedAmong(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  few: readonly string[],
  except?: TableDefinition,
): ReadonlySet<string> {
  const asked = new Set(few)
  const found = new Set<string>()
  for (const { definition } of catalogue.everything()) {
    if (definition.id === except?.id) continue
    for (const space of spacesOf(definition)) if (asked.has(space)) found.add(space)
  }
  return found
}
