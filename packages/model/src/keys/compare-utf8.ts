/**
 * Orders texts as DynamoDB does, by their UTF-8 bytes. That is the order of code points, while JavaScript compares
 * UTF-16 units.
 */
export function compareUtf8(left: string, right: string): number {
  if (left === right) return 0
  let at = 0
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  // The first difference may be in the second half of a pair; its order is then that of the whole.
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1)
}
