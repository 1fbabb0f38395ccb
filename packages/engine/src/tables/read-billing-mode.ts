import type { BillingMode } from '@monotable/protocol'

/** A request in which a table's mode may go by either of its names. */
interface ModeRequest {
  readonly BillingMode?: BillingMode | undefined
  readonly TableThroughputMode?: BillingMode | undefined
}

/** The request with its mode as `BillingMode`, which goes before `TableThroughputMode` when both are given. */
export function withBillingMode<Request extends ModeRequest>(request: Request): Request {
  const mode = request.BillingMode ?? request.TableThroughputMode
  return mode === undefined ? request : { ...request, BillingMode: mode }
}
