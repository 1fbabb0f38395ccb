import type { OperationContext, WireAnswer } from './operation-context.ts'

const oneDayMinutes = 1440

/**
 * Returns the address of the service. SDKs with endpoint discovery connect to it, so a server should return its
 * own.
 */
export async function describeEndpoints({ endpoint, realm }: OperationContext): Promise<WireAnswer> {
  const address = endpoint ?? `dynamodb.${realm.region}.amazonaws.com`
  return { Endpoints: [{ Address: address, CachePeriodInMinutes: oneDayMinutes }] }
}
