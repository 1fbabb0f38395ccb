/** A request that a grid refuses, with the reason for people. */
export class GridError extends Error {
  override readonly name = 'GridError'
}
