/** Groups the elements of a list by a name, in order. */
export function groupBy<Element>(
  elements: readonly Element[],
  nameOf: (element: Element) => string,
): ReadonlyMap<string, readonly Element[]> {
  const groups = new Map<string, Element[]>()
  for (const element of elements) {
    const name = nameOf(element)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [element])
    else group.push(element)
  }
  return groups
}
