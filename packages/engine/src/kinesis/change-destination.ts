import { type ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'
import type { KinesisDestination, TableDefinition } from '../tables/table-definition.ts'

/** Identifies a destination of a table. */
export interface DestinationPlace {
  readonly realm: Realm
  readonly tableName: string
  readonly streamArn: string
}

/** Inactive destinations are listed forever, as on AWS; but callers may name any number of streams. */
const maxDestinations = 50

/** Returns the destination of a table with that stream, if there is one. */
export function findDestination(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  { realm, tableName, streamArn }: DestinationPlace,
): KinesisDestination | undefined {
  const { destinations = [] } = catalogue.find(realm, tableName)?.definition ?? {}
  return destinations.find((destination) => destination.streamArn === streamArn)
}

/** Returns the definition with a destination replaced; a new one comes first. */
export function withDestination(definition: TableDefinition, changed: KinesisDestination): TableDefinition {
  const { destinations = [] } = definition
  const isChanged = ({ streamArn }: KinesisDestination) => streamArn === changed.streamArn
  return {
    ...definition,
    destinations: destinations.some(isChanged)
      ? destinations.map((destination) => (isChanged(destination) ? changed : destination))
      : [changed, ...destinations].slice(0, maxDestinations),
  }
}

/** Returns the definition without a destination. */
export function withoutDestination(definition: TableDefinition, streamArn: string): TableDefinition {
  const { destinations = [] } = definition
  return { ...definition, destinations: destinations.filter((other) => other.streamArn !== streamArn) }
}

/**
 * Changes a destination after its request was answered. `change` gets its current state and returns undefined to
 * leave it; it is not called if the destination no longer exists. Returns the previous state if it was changed.
 */
export function changeDestination(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  place: DestinationPlace,
  change: (destination: KinesisDestination) => Promise<KinesisDestination | undefined>,
): Promise<KinesisDestination | undefined> {
  const { realm, tableName } = place
  return catalogue.exclusively(realm, tableName, async () => {
    const definition = catalogue.find(realm, tableName)?.definition
    const before = findDestination({ catalogue }, place)
    if (definition === undefined || before === undefined) return undefined
    const after = await change(before)
    if (after === undefined) return undefined
    await catalogue.save(realm, withDestination(definition, after))
    return before
  })
}

/** Returns AWS's error for a destination in the wrong state. */
export function invalidState(detail: string): ServiceError {
  return validationError(`Table is not in a valid state to enable Kinesis Streaming Destination: ${detail}`)
}
