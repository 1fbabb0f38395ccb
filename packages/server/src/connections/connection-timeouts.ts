/** How long, in milliseconds, a client may take. */
export interface ConnectionTimeouts {
  /** For the head of a request, from its first byte. */
  readonly headersMs: number
  /** For a whole request, from its first byte, and to read an answer. */
  readonly requestMs: number
  /** Between two requests. */
  readonly idleMs: number
  /** For a large body, and to read a long answer, while others wait for the room that it has. */
  readonly crowdedMs: number
  /** For the next byte of either, while others wait, and to end a connection that was ended here. */
  readonly standstillMs: number
}
