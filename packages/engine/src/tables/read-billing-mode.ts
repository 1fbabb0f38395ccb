import type { BillingMode } from '@monotable/protocol'

/** A request in which a table's billing mode may have either of its names. */
interface ModeRequest {
  readonly BillingMode?: BillingMode | undefined
  readonly TableThroughputMode?: BillingMode | undefined
}

/** Returns the request with its mode as `BillingMode`, which takes precedence over `TableThroughputMode`. */
export function withBillingMode<Request extends ModeRequest>(request: Request): Request {
  const mode = request.BillingMode ?? request.TableThroughputMode
  return mode === undefined ? request : { ...request, BillingMode: mode }
}
