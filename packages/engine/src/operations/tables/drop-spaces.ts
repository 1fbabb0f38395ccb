import { setTimeout } from 'node:timers/promises'
import { spacesOf, type TableDefinition } from '../../tables/table-definition.ts'
import type { OperationContext } from '../operation-context.ts'

/** After so long every server that can reach the store knows of a change of the catalogue. */
const heardMs = 1_000

/** What dropping spaces works with. */
export type DropContext = Pick<
  OperationContext,
  'background' | 'inFlight' | 'storage' | 'catalogue' | 'backups' | 'exports' | 'histories'
>

/**
 * Drops spaces that nothing in the catalogue names any more, once the requests that may still use them have
 * ended, but for those that a copy is being made of. When this is cut short, opening the catalogue drops what is
 * left. It resolves before they are gone, but where several servers share a store.
 */
export async function dropSpaces(context: DropContext, spaces: readonly string[]): Promise<void> {
  const { background, catalogue, histories, inFlight, storage } = context
  if (catalogue.shared !== undefined) return dropShared(context, spaces)
  background.start(async (signal) => {
    await inFlight.drained()
    const catalogued = cataloguedAmong(context, spaces)
    const copied = await copiedSpaces(context)
    for (const space of spaces) {
      if (signal.aborted) return
      if (catalogued.has(space)) continue
      histories.end(space)
      if (!copied.has(space)) await storage.dropSpace(space)
    }
  })
}

/**
 * Drops spaces at once: requests of other servers cannot be waited for. Who still uses one finds it gone, looks at the
 * catalogue and begins anew, so that nobody reads what was deleted once that was answered.
 */
async function dropShared(context: DropContext, spaces: readonly string[]): Promise<void> {
  try {
    await context.catalogue.refresh()
    const named = await namedSpaces(context)
    for (const space of spaces) if (!named.has(space)) await context.storage.dropSpace(space)
    // One that stays would still be read by servers that have not heard of it.
    if (spaces.some((space) => named.has(space))) await setTimeout(heardMs)
  } catch {
    // The catalogue does not name them any more. What is left is swept later.
  }
}

/** All spaces that some table, backup or export names; those that only `except` names are left out. */
export async function namedSpaces(
  context: Pick<OperationContext, 'catalogue' | 'backups' | 'exports'>,
  except?: TableDefinition,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const { definition } of context.catalogue.everything()) {
    if (definition.id !== except?.id) for (const space of spacesOf(definition)) named.add(space)
  }
  for (const space of await copiedSpaces(context)) named.add(space)
  return named
}

/** All spaces that some backup or export names. */
async function copiedSpaces(
  context: Pick<OperationContext, 'backups' | 'exports'>,
): Promise<ReadonlySet<string>> {
  const copies = [...(await context.backups.list()), ...(await context.exports.list())]
  return new Set(copies.flatMap(({ spaces = [] }) => spaces))
}

/** Which of a few spaces some table names. Of thousands of tables, a set of all that they name takes long to make. */
function cataloguedAmong(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  few: readonly string[],
): ReadonlySet<string> {
  const asked = new Set(few)
  const found = new Set<string>()
  for (const { definition } of catalogue.everything()) {
    for (const space of spacesOf(definition)) if (asked.has(space)) found.add(space)
  }
  return found
}
