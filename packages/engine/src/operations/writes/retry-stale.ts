import { ServiceError } from '@monotable/protocol'
import { StorageError } from '../../storage/storage-error.ts'
import type { Catalogue } from '../../tables/catalogue.ts'
import { StaleTable } from '../../tables/stale-table.ts'
import type { CancellationReason } from '../../transactions/transaction-canceled.ts'
import type { OperationContext } from '../operation-context.ts'

/** If a table changes more often than this during one request, something has gone wild. */
const maxAttempts = 20

/** How a request is retried. */
export interface RetryOptions {
  /** Whether it only reads, so that a dropped space does no harm. */
  readonly isRead?: boolean
}

/**
 * Runs work that is planned with tables from the catalogue, and repeats it with fresh ones if they were changed
 * meanwhile, here or by another server. The work must have had no effect when it throws `StaleTable`, or an error
 * about a table: that it does not exist, or that the request does not fit it.
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

/**
 * Returns whether an error may be due to something this server has not heard of yet: a new table, or an index that
 * has been filled.
 */
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
