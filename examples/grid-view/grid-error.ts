/** A request that a grid refuses, with a reason for people. */
export class GridError extends Error {
  override readonly name = 'GridError'
}
