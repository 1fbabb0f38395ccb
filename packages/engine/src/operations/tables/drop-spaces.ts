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
    const copied = await copiedAmong(context, spaces)
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
    const named = await namedAmong(context, spaces)
    for (const space of spaces) if (!named.has(space)) await context.storage.dropSpace(space)
    if (!spaces.some((space) => named.has(space))) return
  } catch {
    // The catalogue does not name them any more. What is left is swept later.
  }
  // One that stays would still be read by servers that have not heard of it.
  await setTimeout(heardMs)
}

/** Which of a few spaces some table, backup or export names; those that only `except` names are left out. */
export async function namedAmong(
  context: Pick<OperationContext, 'catalogue' | 'backups' | 'exports'>,
  few: readonly string[],
  except?: TableDefinition,
): Promise<ReadonlySet<string>> {
  const catalogued = cataloguedAmong(context, few, except)
  const copied = await copiedAmong(context, few)
  return new Set([...catalogued, ...copied])
}

/** Which of a few spaces some backup or export names. */
async function copiedAmong(
  { backups, exports }: Pick<OperationContext, 'backups' | 'exports'>,
  few: readonly string[],
): Promise<ReadonlySet<string>> {
  // To parse thousands of documents takes long, and few of them have the name of such a space anywhere.
  const copies = [...(await backups.listWith(few)), ...(await exports.listWith(few))]
  return new Set(copies.flatMap(({ spaces = [] }) => spaces).filter((space) => few.includes(space)))
}

/** Which of a few spaces some table names. Of thousands of tables, a set of all that they name takes long to make. */
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
