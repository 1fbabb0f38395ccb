import { formatPath } from './document-path.ts'
import { addPath, createPathTree, type PathTree } from './path-tree.ts'
import type { NodeResolver } from './resolver.ts'
import type { PathNode } from './syntax-tree.ts'

/**
 * Resolves paths that must not overlap, and builds a tree of them whose leaves are the positions of the paths.
 * DynamoDB processes them from the last to the first, and names the earlier of two as the first.
 */
export function resolveSeparatePaths(resolver: NodeResolver, nodes: readonly PathNode[]): PathTree<number> {
  const tree = createPathTree<number>()
  for (let position = nodes.length - 1; position >= 0; position--) {
    const path = resolver.resolvePath(nodes[position] as PathNode)
    const clash = addPath(tree, path, position)
    if (clash === undefined) continue
    throw resolver.error(
      `Two document paths ${clash.kind} with each other; must remove or rewrite one of these paths; ` +
        `path one: ${formatPath(path)}, path two: ${formatPath(clash.other)}`,
    )
  }
  return tree
}
