/** A request that a database got, before it is compared with the model. */
export interface SeenRequest {
  readonly atMs: number
  readonly operation: string
  readonly tables: readonly string[]
  readonly index?: string | undefined
  readonly units?: number | undefined
  readonly items?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
  /** What was asked, where it is known: not checked, and anything at all. */
  readonly input?: unknown
  /** Whether the page itself has sent it. */
  readonly own?: boolean
}
