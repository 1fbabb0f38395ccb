/** Milliseconds since 1970. */
export const systemNow = (): number => Date.now()
