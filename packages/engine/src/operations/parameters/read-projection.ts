import { compileProjection, type Projection } from '../../expressions/compile-projection.ts'
import type { Placeholders } from '../../expressions/placeholders.ts'
import { projectionFromAttributesToGet } from '../../expressions/projection-from-attributes-to-get.ts'

/** The parameters that choose attributes. */
export interface ProjectionParameters {
  readonly ProjectionExpression?: string | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** Returns the attributes that a read wants, or `undefined` for all. */
export function readProjection(
  input: ProjectionParameters,
  placeholders: Placeholders,
): Projection | undefined {
  if (input.ProjectionExpression !== undefined) {
    return compileProjection({ source: input.ProjectionExpression, placeholders })
  }
  return input.AttributesToGet && projectionFromAttributesToGet(input.AttributesToGet)
}
