import type { AttributeMap } from '@monotable/protocol'
import { findPathFault } from './check-functions.ts'
import type { DocumentPath } from './document-path.ts'
import { invalidExpression } from './expression-parameter.ts'
import { parseProjection } from './parse-projection.ts'
import type { Placeholders } from './placeholders.ts'
import { createProjector } from './project-paths.ts'
import { createExpressionCache, readExpression } from './read-expression.ts'
import { resolveSeparatePaths } from './resolve-separate-paths.ts'
import { Resolver } from './resolver.ts'
import type { PathNode } from './syntax-tree.ts'

/** The part of an item to return. */
export interface Projection {
  /** Returns the requested parts of an item; an item that has none of them becomes one without attributes. */
  project(item: AttributeMap): AttributeMap
  /** The requested attributes, whole or in part. */
  readonly attributeNames: ReadonlySet<string>
  readonly paths: readonly DocumentPath[]
}

/** An expression with its placeholders. */
export interface CompileProjectionInput {
  readonly source: string
  readonly placeholders: Placeholders
}

/**
 * Compiles a ProjectionExpression.
 *
 * @example
 * const placeholders = new Placeholders({ names: { '#n': 'name' } })
 * const projection = compileProjection({ source: '#n, tags[0]', placeholders })
 * projection.project({ name: { S: 'x' }, tags: { L: [{ S: 'a' }, { S: 'b' }] } })
 * // { name: { S: 'x' }, tags: { L: [{ S: 'a' }] } }
 */
export function compileProjection({ source, placeholders }: CompileProjectionInput): Projection {
  const nodes = parsed.get(source, parse)
  const resolver = new Resolver('ProjectionExpression', placeholders)
  resolveSeparatePaths(resolver, nodes)
  // They were resolved from the last to the first.
  return createProjection(resolver.paths.reverse())
}

/** Creates a projection from paths, none of which is inside another. */
export function createProjection(paths: readonly DocumentPath[]): Projection {
  return {
    project: createProjector(paths),
    attributeNames: new Set(paths.map(([name]) => name as string)),
    paths,
  }
}

const parsed = createExpressionCache<readonly PathNode[]>()

function parse(source: string): readonly PathNode[] {
  const paths = parseProjection(readExpression(source, 'ProjectionExpression'))
  const fault = findPathFault(paths)
  if (fault !== undefined) throw invalidExpression('ProjectionExpression', fault)
  return paths
}
