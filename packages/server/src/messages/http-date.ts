/** Creates a function that returns the value of an HTTP Date header, computed once per second. */
export function createHttpDate(clock: () => number): () => string {
  let second = Number.NaN
  let text = ''
  return () => {
    const current = Math.floor(clock() / 1_000)
    if (current !== second) {
      second = current
      text = new Date(current * 1_000).toUTCString()
    }
    return text
  }
}
