import { type AttributeMap, type AttributeValue, getOwn, setOwn, validationError } from '@monotable/protocol'
import { type DocumentPath, readPath } from './document-path.ts'
import type { PathTree } from './path-tree.ts'

/** The new values at the leaves of a tree of paths, by leaf number; `undefined` removes. */
export type Changes = readonly (AttributeValue | undefined)[]

/**
 * Changes an item at many paths at once. List indexes refer to the item before the change: removed elements are
 * dropped after all others are in place, and values set beyond the end are appended in the order of their indexes.
 * Unchanged parts are shared with the original item.
 */
export function applyChanges(item: AttributeMap, tree: PathTree<number>, changes: Changes): AttributeMap {
  return changeMap(item, tree, changes)
}

/** Refuses a path whose last container is missing or of another kind. */
export function requireContainer(item: AttributeMap, path: DocumentPath): void {
  if (path.length === 1) return
  const container = readPath(item, path.slice(0, -1))
  const isNumbered = typeof path.at(-1) === 'number'
  if (container !== undefined && (isNumbered ? 'L' : 'M') in container) return
  throw validationError('The document path provided in the update expression is invalid for update')
}

function changeMap(map: AttributeMap, tree: PathTree<number>, changes: Changes): AttributeMap {
  const result = { ...map }
  for (const [step, child] of tree.children) {
    const name = step as string
    const changed = changeValue(getOwn(map, name), child, changes)
    if (changed !== undefined) setOwn(result, name, changed)
    else Reflect.deleteProperty(result, name)
  }
  return result
}

function changeValue(
  value: AttributeValue | undefined,
  tree: PathTree<number>,
  changes: Changes,
): AttributeValue | undefined {
  if (tree.leaf !== undefined) return changes[tree.leaf]
  if (value !== undefined && 'M' in value) return { M: changeMap(value.M, tree, changes) }
  if (value !== undefined && 'L' in value) return { L: changeList(value.L, tree, changes) }
  return value
}

function changeList(
  list: readonly AttributeValue[],
  tree: PathTree<number>,
  changes: Changes,
): AttributeValue[] {
  const result: (AttributeValue | undefined)[] = [...list]
  const indexes = [...tree.children.keys()] as number[]
  for (const index of indexes.sort((a, b) => a - b)) {
    const child = tree.children.get(index) as PathTree<number>
    result[Math.min(index, result.length)] = changeValue(list[index], child, changes)
  }
  return result.filter((element) => element !== undefined)
}
