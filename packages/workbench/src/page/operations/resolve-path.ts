/** `#a.#b[0]` → `a.b[0]`; nothing where a name cannot be told from a path that is written out. */
export function resolvePath(
  path: string,
  names: { readonly [placeholder: string]: string },
): string | undefined {
  const steps = path.match(/#\w+/g) ?? []
  const nameOf = (placeholder: string) =>
    Object.hasOwn(names, placeholder) ? (names[placeholder] ?? placeholder) : placeholder
  if (!steps.every((placeholder) => isStep(nameOf(placeholder)))) return undefined
  return path.replace(/#\w+/g, nameOf)
}

/** Whether a name holds nothing that stands between the steps of a path, or between paths. */
export function isStep(name: string): boolean {
  return !/[.,[\]]/.test(name)
}
