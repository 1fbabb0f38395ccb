/**
 * How an operation of AWS's data plane words broken constraints since 2026. What follows from it is in
 * `constraint-error.ts`; operations without it still use the wording of before.
 */
export interface CurrentWording {
  /** Members whose enum violations come first, in this order; all others follow in the classic order. */
  readonly order?: readonly string[]
  /** Whether only the first is reported. */
  readonly firstOnly?: boolean
  /** Members that are reported without the envelope. */
  readonly bare?: readonly string[]
  /** Members with a text of their own in place of `Value … at …`. */
  readonly reworded?: { readonly [member: string]: string }
  /** Whether a malformed table name is reported alone, before enums. */
  readonly nameAlone?: boolean
  /** Whether a map's keys and values are judged only when nothing else is wrong. */
  readonly mapsLast?: boolean
  /** Whether a map with malformed keys is echoed as JSON, not as Java prints it. */
  readonly echoesJson?: boolean
  /** Whether values over 62 levels deep send the request to the older layer. */
  readonly deepIsClassic?: boolean
}

/** AWS's own list, with its slips of the pen (seen on AWS, 2026-09 and 2026-10). */
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

/** Scan words only lengths and ranges anew. */
export const scanWording: CurrentWording = {}

/** SearchVectors, which has a front end of its own. */
export const searchWording: CurrentWording = {
  nameAlone: true,
  firstOnly: true,
  bare: ['ReturnConsumedCapacity'],
}

export const batchGetWording: CurrentWording = { order: ['RequestItems'], echoesJson: true }

export const batchWriteWording: CurrentWording = { mapsLast: true }

export const transactWording: CurrentWording = {}
