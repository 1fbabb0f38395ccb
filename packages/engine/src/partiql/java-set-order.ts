/**
 * Names in the order in which a small HashSet of Java gives them back: some messages of DynamoDB list them so.
 */
export function javaSetOrder(names: readonly string[]): string[] {
  let buckets = 16
  while (names.length > buckets * 0.75) buckets *= 2
  const bucketOf = (name: string) => bucketHash(name) & (buckets - 1)
  // A stable sort: within a bucket they stay in the order in which they were added.
  return names.toSorted((one, other) => bucketOf(one) - bucketOf(other))
}

function bucketHash(name: string): number {
  let hash = 0
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0
  return hash ^ (hash >>> 16)
}
