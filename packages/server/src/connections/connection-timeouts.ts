/** How long a client may take, in milliseconds. */
export interface ConnectionTimeouts {
  /** For the head of a request, from its first byte. */
  readonly headersMs: number
  /** For a whole request, from its first byte, and for reading an answer. */
  readonly requestMs: number
  /** Between two requests. */
  readonly idleMs: number
  /** For a large body, and for reading a long answer, while others wait for the room that it takes. */
  readonly crowdedMs: number
  /** For the next byte of either while others wait, and for ending a connection that was ended here. */
  readonly standstillMs: number
  /** For sending or reading anything while others wait for the place of a connection. */
  readonly placeMs: number
}
