/** Stands for what a handler threw where it threw nothing, but named records that it could not handle. */
export class ReportedFailures extends Error {
  constructor(failed: number, size: number) {
    super(`the handler reported failures; ${failed} of ${size} records are not handled`)
  }
}
