/**
 * How an operation of AWS's data plane has worded violated constraints since 2026. `constraint-error.ts` applies
 * it; operations without it still use the previous wording.
 */
export interface CurrentWording {
  /** Members whose enum violations come first, in this order; all others follow in the classic order. */
  readonly order?: readonly string[]
  /** Whether only the first violation is reported. */
  readonly firstOnly?: boolean
  /** Members reported without the envelope. */
  readonly bare?: readonly string[]
  /** Members with their own text in place of `Value … at …`. */
  readonly reworded?: { readonly [member: string]: string }
  /** Whether a malformed table name is reported alone, before enums. */
  readonly nameAlone?: boolean
  /** Whether a map's keys and values are checked only if nothing else is wrong. */
  readonly mapsLast?: boolean
  /** Whether a map with malformed keys is echoed as JSON instead of Java's format. */
  readonly echoesJson?: boolean
  /** Whether values more than 62 levels deep send the request to the older layer. */
  readonly deepIsClassic?: boolean
}

/** AWS's own list, including its typing errors (seen on AWS, 2026-09 and 2026-10). */
const returnValues =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'
const conditionalOperator = 'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]'

const write: CurrentWording = {
  order: ['ReturnConsumedCapacity', 'ReturnValues', 'ReturnItemCollectionMetrics'],
  reworded: { ReturnValues: returnValues, ConditionalOperator: conditionalOperator },
  nameAlone: true,
  deepIsClassic: true,
}

/** PutItem and DeleteItem report all enums. */
export const putWording: CurrentWording = write

/** UpdateItem reports one, and two of them without the envelope. */
export const updateWording: CurrentWording = {
  ...write,
  order: ['ReturnValues', 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics'],
  firstOnly: true,
  bare: ['ReturnConsumedCapacity', 'ReturnValuesOnConditionCheckFailure'],
}

export const queryWording: CurrentWording = {
  order: ['ReturnConsumedCapacity', 'ConditionalOperator'],
  firstOnly: true,
  bare: ['ConditionalOperator'],
  reworded: { ConditionalOperator: conditionalOperator },
  nameAlone: true,
}

export const getWording: CurrentWording = { nameAlone: true }

/** For Scan, only lengths and ranges have the new wording. */
export const scanWording: CurrentWording = {}

/** SearchVectors, which has its own front end. */
export const searchWording: CurrentWording = {
  nameAlone: true,
  firstOnly: true,
  bare: ['ReturnConsumedCapacity'],
}

export const batchGetWording: CurrentWording = { order: ['RequestItems'], echoesJson: true }

export const batchWriteWording: CurrentWording = { mapsLast: true }

export const transactWording: CurrentWording = {}
