/** Refuses names that nothing looks at: what they stand for would be ignored. */
export function requireKnown(
  given: object,
  known: readonly unknown[],
  refuse: (name: string) => Error,
): void {
  for (const name of Object.keys(given)) if (!known.includes(name)) throw refuse(name)
}
