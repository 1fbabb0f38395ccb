/** Returns a function that maps names to names of another kind, each used once: `make` derives a name of that kind. */
export function createNames(
  make: (name: string) => string,
  taken: Iterable<string> = [],
): (name: string) => string {
  const used = new Set(taken)
  /** The next number to try, so that a thousand equal names do not take a million tries. */
  const numbers = new Map<string, number>()
  return (name) => {
    const wanted = make(name)
    let number = numbers.get(wanted) ?? 1
    let free = wanted
    while (used.has(free)) {
      number++
      free = `${wanted}${number}`
    }
    numbers.set(wanted, number)
    used.add(free)
    return free
  }
}

/**
 * Joins the words of a name, each capitalized: `my-table` → `MyTable`. Characters other than ASCII letters and digits
 * are left out.
 */
export function capitalWords(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
