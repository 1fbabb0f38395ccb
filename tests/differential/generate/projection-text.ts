import type { ExpressionScope } from './expression-scope.ts'

/** Returns a ProjectionExpression. Few of its paths overlap: they would have to draw the same attribute twice. */
export function projectionText(scope: ExpressionScope): string {
  const { random } = scope
  const paths = Array.from({ length: 1 + random.below(4) }, () => {
    const nested = random.percent(40) ? random.pick(['lst', 'mp']) : scope.attribute()
    return scope.path(nested)
  })
  return paths.join(random.percent(90) ? ', ' : ',')
}
