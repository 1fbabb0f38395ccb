import type { Mismatch } from './compare-answers.ts'
import type { Answer, Json, Request } from './exchange.ts'
import type { TableShape } from './generate/table-shape.ts'

/** What a request finds: tables and their items. */
export interface Scene {
  readonly shapes: readonly TableShape[]
  readonly items: { readonly [table: string]: readonly Json[] }
}

/** One request that our engine and DynamoDB Local answered differently. */
export interface Difference extends Mismatch {
  readonly seed: number
  readonly request: Request
  readonly ours: Answer
  readonly theirs: Answer
  readonly scene: Scene
}

/**
 * Returns the group of a difference. As far as can be told from outside, differences of one group have the same cause.
 */
export function groupOf({
  request,
  aspect,
  detail,
}: Pick<Difference, 'request' | 'aspect' | 'detail'>): string {
  return `${request.operation} ${aspect}: ${detail}`
}
