import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBStreamEvent } from '@monotable/engine'

/** A Lambda handler as seed 002 writes it, with a map in place of the search engine that it feeds. */
export function createSearchHandler() {
  const documents = new Map<string, Record<string, unknown>>()
  const handler = async (event: DynamoDBStreamEvent): Promise<void> => {
    for (const { eventName, dynamodb } of event.Records) {
      if (eventName === 'INSERT' || eventName === 'MODIFY') {
        const image = unmarshall(dynamodb?.NewImage as Record<string, AttributeValue>)
        if (image['pk'].startsWith('ORDER#')) await Promise.resolve(documents.set(keyOf(image), image))
      }
      if (eventName === 'REMOVE') {
        const image = unmarshall(dynamodb?.OldImage as Record<string, AttributeValue>)
        await Promise.resolve(documents.delete(keyOf(image)))
      }
    }
  }
  return { handler, documents }
}

function keyOf(image: Record<string, unknown>): string {
  return `${image['pk']}/${image['sk']}`
}
