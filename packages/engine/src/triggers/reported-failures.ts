/** The error recorded for a handler that threw nothing but reported failed records. */
export class ReportedFailures extends Error {
  constructor(failed: number, size: number) {
    super(`the handler reported failures; ${failed} of ${size} records are not handled`)
  }
}
