/** Resolves `#a.#b[0]` to `a.b[0]`; `undefined` if a name looks like a path when written out. */
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

/** Whether a name contains no separators of path steps, or of paths. */
export function isStep(name: string): boolean {
  return !/[.,[\]]/.test(name)
}
