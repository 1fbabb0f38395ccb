/**
 * Orders texts as a `java.util.HashSet` created for `capacity` of them would list them, which is the order in which
 * DynamoDB names attributes in some messages. Texts in the same bucket keep their order.
 */
export function javaSetOrder(texts: Iterable<string>, capacity = 16): string[] {
  const distinct = [...new Set(texts)]
  let buckets = 1
  while (buckets < capacity || distinct.length > Math.floor(buckets * 0.75)) buckets *= 2
  const bucketOf = (text: string) => spread(hashCode(text)) & (buckets - 1)
  return distinct.sort((a, b) => bucketOf(a) - bucketOf(b))
}

function hashCode(text: string): number {
  let hash = 0
  for (let position = 0; position < text.length; position++) {
    hash = (Math.imul(31, hash) + text.charCodeAt(position)) | 0
  }
  return hash
}

function spread(hash: number): number {
  return hash ^ (hash >>> 16)
}
