import { type AttributeMap, type AttributeValue, getOwn, setOwn } from '@monotable/protocol'
import type { DocumentPath } from './document-path.ts'
import { addPath, createPathTree, type PathTree } from './path-tree.ts'

/**
 * Returns what an item has at some paths, none of which is inside another. List elements keep their order and move
 * up; lists and maps that would be empty are left out.
 *
 * @example
 * projectPaths({ a: { L: [{ N: '1' }, { N: '2' }, { N: '3' }] }, b: { S: 'x' } }, [['a', 2], ['a', 0]])
 * // { a: { L: [{ N: '1' }, { N: '3' }] } }
 */
export function projectPaths(item: AttributeMap, paths: readonly DocumentPath[]): AttributeMap {
  return createProjector(paths)(item)
}

/** Same, prepared for use with many items. */
export function createProjector(paths: readonly DocumentPath[]): (item: AttributeMap) => AttributeMap {
  if (paths.every((path) => path.length === 1)) {
    const names = paths.map(([name]) => name as string)
    return (item) => projectNames(item, names)
  }
  const tree = createPathTree<true>()
  for (const path of paths) addPath(tree, path, true)
  return (item) => projectMap(item, tree)
}

function projectNames(item: AttributeMap, names: readonly string[]): AttributeMap {
  const result: AttributeMap = {}
  for (const name of names) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(result, name, value)
  }
  return result
}

function projectMap(map: AttributeMap, tree: PathTree<true>): AttributeMap {
  const result: AttributeMap = {}
  for (const [step, child] of tree.children) {
    const value = getOwn(map, step as string)
    const projected = value && projectValue(value, child)
    if (projected !== undefined) setOwn(result, step as string, projected)
  }
  return result
}

function projectValue(value: AttributeValue, tree: PathTree<true>): AttributeValue | undefined {
  if (tree.leaf !== undefined) return value
  const isList = tree.children.keys().next().value
  if (typeof isList === 'number') return 'L' in value ? projectList(value.L, tree) : undefined
  if (!('M' in value)) return undefined
  const M = projectMap(value.M, tree)
  return Object.keys(M).length === 0 ? undefined : { M }
}

function projectList(list: readonly AttributeValue[], tree: PathTree<true>): AttributeValue | undefined {
  const indexes = [...tree.children.keys()] as number[]
  const L: AttributeValue[] = []
  for (const index of indexes.sort((a, b) => a - b)) {
    const element = list[index]
    const projected = element && projectValue(element, tree.children.get(index) as PathTree<true>)
    if (projected !== undefined) L.push(projected)
  }
  return L.length === 0 ? undefined : { L }
}
