/** A command line that cannot be understood; the message says what to do about it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
