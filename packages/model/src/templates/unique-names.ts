/** Gives names of its own kind to other names, each only once: `make` says what a name of the kind looks like. */
export function createNames(
  make: (name: string) => string,
  taken: Iterable<string> = [],
): (name: string) => string {
  const used = new Set(taken)
  return (name) => {
    const wanted = make(name)
    let free = wanted
    for (let more = 2; used.has(free); more++) free = `${wanted}${more}`
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
