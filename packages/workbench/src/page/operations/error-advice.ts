import type { ServiceFailure } from '../../shared/api.ts'

const advice: readonly { readonly about: RegExp; readonly advice: string }[] = [
  {
    about: /ConditionalCheckFailed/,
    advice: 'The stored item did not meet the condition. Nothing was written.',
  },
  {
    about: /TransactionCanceled/,
    advice:
      'Nothing was written. The reasons are in the order of the actions; None means that the action was fine.',
  },
  {
    about: /reserved keyword/i,
    advice: 'Replace the name with a placeholder such as #name, and define it in ExpressionAttributeNames.',
  },
  {
    about: /provided key element does not match|Missing the key|key schema/i,
    advice: 'Give exactly the key attributes, each with the type that the table declares.',
  },
  {
    about: /Query condition missed key schema element|Query key condition not supported/i,
    advice:
      'A Query needs the whole partition key with =, and at most one range of the sort key. Without the partition key, use Scan.',
  },
  {
    about: /unused in expressions/i,
    advice: 'Every declared name and value must be used. Remove those that the message lists.',
  },
  {
    about:
      /not defined; attribute|An expression attribute value used in expression is not defined|name used in the document path is not defined/i,
    advice: 'Declare it in ExpressionAttributeValues (:values) or ExpressionAttributeNames (#names).',
  },
  {
    about: /Filter Expression can only contain non-primary key/i,
    advice: 'Key attributes belong in the key condition.',
  },
  {
    about: /Consistent reads are not supported on global/i,
    advice: 'A global index is eventually consistent: read it without ConsistentRead, or read the table.',
  },
  {
    about: /ResourceNotFound/,
    advice: 'There is no such table or index here. Is it in another connection or region?',
  },
  {
    about: /ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded/,
    advice: 'A partition takes 1,000 write and 3,000 read units a second. See Heat for the busiest keys.',
  },
  {
    about: /Item size has exceeded/i,
    advice: 'An item holds at most 400 KB. Split it, or keep the large part elsewhere.',
  },
  {
    about: /document path provided in the update expression is invalid/i,
    advice: 'The map that holds it does not exist yet. Set the whole map first.',
  },
  {
    about: /multiple operations on one item/i,
    advice: 'A transaction allows one action per item: combine the changes and the condition into one.',
  },
  {
    about: /ExpiredToken|UnrecognizedClient|InvalidSignature|MissingAuthentication|CredentialsError/,
    advice:
      'Sign in again. Keys in ~/.aws are read again for each request, those in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY) only when the workbench starts. Without any, an endpoint gets made-up keys.',
  },
  { about: /AccessDenied|ReadOnly/i, advice: 'These credentials, or this connection, do not allow it.' },
  {
    about: /SerializationException/,
    advice: 'A member has the wrong type. Compare it with the JSON of an operation that works.',
  },
]

/** Returns what usually helps, for the most frequent errors. */
export function adviseOn({ name, message }: Pick<ServiceFailure, 'name' | 'message'>): string | undefined {
  const text = `${name}: ${message}`
  return advice.find(({ about }) => about.test(text))?.advice
}
