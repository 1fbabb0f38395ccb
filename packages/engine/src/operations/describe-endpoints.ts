import type { OperationContext, WireAnswer } from './operation-context.ts'

const oneDayMinutes = 1440

/** Tells where the service is. An SDK that discovers endpoints goes there, so a server should say its own. */
export async function describeEndpoints({ endpoint, realm }: OperationContext): Promise<WireAnswer> {
  const address = endpoint ?? `dynamodb.${realm.region}.amazonaws.com`
  return { Endpoints: [{ Address: address, CachePeriodInMinutes: oneDayMinutes }] }
}
