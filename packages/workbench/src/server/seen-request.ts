/** A request that a database received, before it is compared with the model. */
export interface SeenRequest {
  readonly atMs: number
  readonly operation: string
  readonly tables: readonly string[]
  readonly index?: string | undefined
  readonly units?: number | undefined
  readonly items?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
  /** The input, if known; unchecked, so it may be anything. */
  readonly input?: unknown
  /** Whether the page itself sent the request. */
  readonly own?: boolean
}
