/**
 * Returns the median.
 * @param {readonly number[]} values
 */
export function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}
