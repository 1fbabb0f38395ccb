import type { OperationContext } from '../operations/operation-context.ts'
import { bulkName } from '../tables/bulk-document.ts'
import { exportName } from '../tables/export-document.ts'
import type { Register, RegisteredSpaces } from '../tables/register.ts'
import { importName } from './run-import.ts'

/** An export, import or bulk operation is no longer listed after 90 days, and forgotten after a year. */
export const COPY_KEPT_MS = 365 * 24 * 60 * 60 * 1000

/** How soon to check again for one that is still running by then. */
const lookAgainMs = 24 * 60 * 60 * 1000

interface Copy extends RegisteredSpaces {
  readonly startMs: number
  readonly endMs?: number
}

/** Forgets copies that ended long ago, so that they do not accumulate; returns when to do so again. */
export async function forgetCopies({
  bulkOperations,
  clock,
  exports,
  imports,
}: Pick<OperationContext, 'bulkOperations' | 'clock' | 'exports' | 'imports'>): Promise<number | undefined> {
  const nowMs = clock.now()
  const due = [
    ...(await forgetOld(exports, nowMs, (copy) => exportName(copy, copy.table.name, copy.id))),
    ...(await forgetOld(imports, nowMs, (copy) => importName(copy, copy.tableName, copy.id))),
    ...(await forgetOld(bulkOperations, nowMs, (copy) => bulkName(copy, copy))),
  ]
  return due.length === 0 ? undefined : due.reduce((one, other) => Math.min(one, other))
}

/** Returns when the remaining ones are to be checked. */
async function forgetOld<Document extends Copy>(
  register: Register<Document>,
  nowMs: number,
  nameOf: (copy: Document) => string,
): Promise<number[]> {
  const due: number[] = []
  for (const copy of await register.list()) {
    const untilMs = copy.startMs + COPY_KEPT_MS
    if (untilMs > nowMs) due.push(untilMs)
    else if (copy.endMs === undefined) due.push(nowMs + lookAgainMs)
    else await register.remove(nameOf(copy))
  }
  return due
}
