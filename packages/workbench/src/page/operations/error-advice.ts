import type { ServiceFailure } from '../../shared/api.ts'

const advice: readonly { readonly about: RegExp; readonly advice: string }[] = [
  {
    about: /ConditionalCheckFailed/,
    advice: 'The condition did not hold for the item as it is stored. Nothing was written.',
  },
  {
    about: /TransactionCanceled/,
    advice:
      'Nothing was written. Each reason belongs to the action at the same place; None means that one was fine.',
  },
  {
    about: /reserved keyword/i,
    advice:
      'Replace the name by a placeholder, such as #name, and say what it stands for in ExpressionAttributeNames.',
  },
  {
    about: /provided key element does not match|Missing the key|key schema/i,
    advice: "Give exactly the key's attributes, each of the type that the table declares.",
  },
  {
    about: /Query condition missed key schema element|Query key condition not supported/i,
    advice:
      'A Query needs the whole partition key by =, and at most one range of the sort key. Or leave it out, and scan.',
  },
  {
    about: /unused in expressions/i,
    advice: 'Every name and value that is declared has to be used. Remove those that the message lists.',
  },
  {
    about:
      /not defined; attribute|An expression attribute value used in expression is not defined|name used in the document path is not defined/i,
    advice: 'Declare it in ExpressionAttributeValues (:values) or ExpressionAttributeNames (#names).',
  },
  {
    about: /Filter Expression can only contain non-primary key/i,
    advice: 'Attributes of the key belong into the key condition.',
  },
  {
    about: /Consistent reads are not supported on global/i,
    advice: 'A global index is always a little behind: read it without ConsistentRead, or read the table.',
  },
  {
    about: /ResourceNotFound/,
    advice: 'There is no such table or index here. Is it another connection or region?',
  },
  {
    about: /ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded/,
    advice:
      'A partition takes 1,000 write and 3,000 read units a second. See Heat for the keys that are asked most.',
  },
  {
    about: /Item size has exceeded/i,
    advice: 'An item holds 400 KB at most. Split it, or keep the large part elsewhere.',
  },
  {
    about: /document path provided in the update expression is invalid/i,
    advice: 'The map that holds it does not exist yet. Set the whole map first.',
  },
  {
    about: /multiple operations on one item/i,
    advice: 'A transaction may do one thing to each item: put the changes and the condition into one action.',
  },
  {
    about: /ExpiredToken|UnrecognizedClient|InvalidSignature|MissingAuthentication|CredentialsError/,
    advice:
      'Sign in again. Keys in ~/.aws are read anew for each request; those of the environment when the workbench is started.',
  },
  { about: /AccessDenied|ReadOnly/i, advice: 'These credentials, or this connection, may not do that.' },
  {
    about: /SerializationException/,
    advice: 'A member has the wrong type. Compare it with the JSON of an operation that runs.',
  },
]

/** What usually helps, for the errors that are met most. */
export function adviseOn({ name, message }: Pick<ServiceFailure, 'name' | 'message'>): string | undefined {
  const text = `${name}: ${message}`
  return advice.find(({ about }) => about.test(text))?.advice
}
