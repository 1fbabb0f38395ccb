import type { DocumentPath } from './document-path.ts'

/**
 * Paths that share their beginnings. No path in a tree is a prefix of another, and the contents of a value are
 * either all names (a map) or all indexes (a list).
 */
export interface PathTree<Leaf> {
  /** What was added for the path that ends here. */
  leaf: Leaf | undefined
  /** The next steps, either all names or all indexes. */
  readonly children: Map<string | number, PathTree<Leaf>>
  /** A path that was added through here. */
  readonly path: DocumentPath
}

/** Why a path cannot be added to a tree: it overlaps with another, or treats a map as a list. */
export interface PathClash {
  readonly kind: 'overlap' | 'conflict'
  readonly other: DocumentPath
}

export function createPathTree<Leaf>(path: DocumentPath = []): PathTree<Leaf> {
  return { leaf: undefined, children: new Map(), path }
}

/** Adds a path, or returns the reason why it cannot be added; the tree is then unusable. */
export function addPath<Leaf>(tree: PathTree<Leaf>, path: DocumentPath, leaf: Leaf): PathClash | undefined {
  let node = tree
  for (const step of path) {
    if (node.leaf !== undefined) return { kind: 'overlap', other: node.path }
    let child = node.children.get(step)
    if (child === undefined) {
      for (const [sibling, { path: other }] of node.children) {
        if (typeof sibling !== typeof step) return { kind: 'conflict', other }
        break
      }
      child = createPathTree(path)
      node.children.set(step, child)
    }
    node = child
  }
  if (node.leaf !== undefined || node.children.size > 0) return { kind: 'overlap', other: node.path }
  node.leaf = leaf
  return undefined
}
