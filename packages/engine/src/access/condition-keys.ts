import { HASH_KEY_MAX_BYTES } from '@monotable/protocol'

/** Condition keys with any number of values; a test of one says whether it is about all or any of them. */
const manyValued: ReadonlySet<string> = new Set([
  'dynamodb:leadingkeys',
  'dynamodb:firstpartitionkeyvalues',
  'dynamodb:secondpartitionkeyvalues',
  'dynamodb:thirdpartitionkeyvalues',
  'dynamodb:fourthpartitionkeyvalues',
  'dynamodb:attributes',
  'aws:tagkeys',
])

const singleValued: ReadonlySet<string> = new Set([
  'dynamodb:select',
  'dynamodb:returnvalues',
  'dynamodb:returnconsumedcapacity',
  'dynamodb:enclosingoperation',
  'dynamodb:fulltablescan',
  'aws:username',
  'aws:principalarn',
  'aws:principalaccount',
  'aws:principaltype',
  'aws:requestedregion',
  'aws:currenttime',
  'aws:epochtime',
])

/** Keys that end with the key of a tag. */
const tagKeys: readonly string[] = ['aws:resourcetag/', 'aws:requesttag/']

/** The condition keys for the values of the partition key, by the position of the attribute in the key. */
export const partitionKeyNames: readonly string[] = [
  'dynamodb:leadingkeys',
  'dynamodb:secondpartitionkeyvalues',
  'dynamodb:thirdpartitionkeyvalues',
  'dynamodb:fourthpartitionkeyvalues',
]

/**
 * Stands for a partition key that a request does not give, or not properly: a statement may read a whole table.
 * Only `Null` treats it as absent; otherwise every test for all values would hold without any. It is longer than a
 * key can be.
 */
export const OPEN_KEY = '\u0000'.repeat(HASH_KEY_MAX_BYTES + 1)

/**
 * Returns a condition key in the form used for comparison: in lower case, including a tag key in it (IAM user
 * guide: "Key names are not case-sensitive", about `aws:ResourceTag/TagKey1`).
 */
export function normalizeKey(key: string): string {
  const name = key.toLowerCase()
  // Two names for the same key.
  return name === 'dynamodb:firstpartitionkeyvalues' ? 'dynamodb:leadingkeys' : name
}

/** Returns how many values a condition key has, or `undefined` for a key that the database does not know. */
export function valueCountOf(normalizedKey: string): 'one' | 'many' | undefined {
  if (manyValued.has(normalizedKey)) return 'many'
  if (singleValued.has(normalizedKey)) return 'one'
  return tagKeys.some((start) => normalizedKey.startsWith(start) && normalizedKey.length > start.length)
    ? 'one'
    : undefined
}
