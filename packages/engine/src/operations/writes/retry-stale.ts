import { ServiceError } from '@monotable/protocol'
import { StorageError } from '../../storage/storage-error.ts'
import type { Catalogue } from '../../tables/catalogue.ts'
import { StaleTable } from '../../tables/stale-table.ts'
import type { CancellationReason } from '../../transactions/transaction-canceled.ts'
import type { OperationContext } from '../operation-context.ts'

/** A table that changes more often while one request is tried is changed by something that has gone wild. */
const maxAttempts = 20

/** How a request is tried again. */
export interface RetryOptions {
  /** Whether it only reads, so that a space that is gone is no harm. */
  readonly isRead?: boolean
}

/**
 * Runs something that plans with tables from the catalogue, and again on fresh ones when they were changed meanwhile,
 * here or by another server. Whatever is run must have done nothing when it throws `StaleTable`, or an error that tells of a
 * table: that it is not there, or that the request does not fit it.
 */
export async function retryStale<Result>(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  run: () => Promise<Result>,
  options: RetryOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const generation = catalogue.shared?.generation
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !(await isStale(catalogue, error, { generation, ...options }))) {
        throw error instanceof StaleTable ? changedTooOften(error) : error
      }
    }
  }
}

async function isStale(
  catalogue: Catalogue,
  error: unknown,
  { generation, isRead = false }: RetryOptions & { readonly generation: number | undefined },
): Promise<boolean> {
  if (catalogue.shared === undefined) return error instanceof StaleTable
  const isChanged = error instanceof StaleTable || (isRead && isSpaceGone(error))
  if (!isChanged && !isDoubtful(error)) return false
  await catalogue.refresh()
  return isChanged || catalogue.shared.generation !== generation
}

/** Whether an error may come from what this server has not heard of yet: a new table, an index that is filled. */
function isDoubtful(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  if (doubtful.has(error.name)) return true
  const { CancellationReasons: reasons } = error.fields as {
    readonly CancellationReasons?: CancellationReason[]
  }
  return reasons?.some(({ Code }) => Code === 'ValidationError' || Code === 'ResourceNotFound') ?? false
}

const doubtful: ReadonlySet<string> = new Set([
  'ResourceNotFoundException',
  'TableNotFoundException',
  'ValidationException',
])

function isSpaceGone(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'NO_SPACE'
}

function changedTooOften(cause: StaleTable): ServiceError {
  return new ServiceError('InternalServerError', 'The table is being changed again and again', { cause })
}
