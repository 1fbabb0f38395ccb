/** Gives names of its own kind to other names, each only once: `make` says what a name of the kind looks like. */
export function createNames(
  make: (name: string) => string,
  taken: Iterable<string> = [],
): (name: string) => string {
  const used = new Set(taken)
  /** The next number to try, so that a thousand of one name are not a million tries. */
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

/** The words of a name, each with a capital: `my-table` → `MyTable`. What is no letter or digit of ASCII is left out. */
export function capitalWords(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
