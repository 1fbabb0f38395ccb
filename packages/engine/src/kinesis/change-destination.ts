import { type ServiceError, validationError } from '@monotable/protocol'
import type { OperationContext } from '../operations/operation-context.ts'
import type { Realm } from '../tables/catalogue.ts'
import type { KinesisDestination, TableDefinition } from '../tables/table-definition.ts'

/** Names a destination of a table. */
export interface DestinationPlace {
  readonly realm: Realm
  readonly tableName: string
  readonly streamArn: string
}

/** Those that are no more are told for ever, as on AWS; but callers may think of any number of streams. */
const maxDestinations = 50

/** The destination of a table, if it has one with that stream. */
export function findDestination(
  { catalogue }: Pick<OperationContext, 'catalogue'>,
  { realm, tableName, streamArn }: DestinationPlace,
): KinesisDestination | undefined {
  const { destinations = [] } = catalogue.find(realm, tableName)?.definition ?? {}
  return destinations.find((destination) => destination.streamArn === streamArn)
}

/** A definition with a destination as it is to be; one that is new comes first. */
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

/** A definition without a destination. */
export function withoutDestination(definition: TableDefinition, streamArn: string): TableDefinition {
  const { destinations = [] } = definition
  return { ...definition, destinations: destinations.filter((other) => other.streamArn !== streamArn) }
}

/**
 * Changes a destination after the request for it was answered. `change` sees it as it is then and gives nothing to leave it;
 * it is not called when there is none any more. Gives what it was before, if it was changed.
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

/** What AWS answers where a destination is not as it would have to be. */
export function invalidState(detail: string): ServiceError {
  return validationError(`Table is not in a valid state to enable Kinesis Streaming Destination: ${detail}`)
}
