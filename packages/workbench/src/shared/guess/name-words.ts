/** Converts `ORDER_ITEM` and `order item` to `OrderItem`. */
export function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? []
  return words.map((word) => capital(isShouted(word) ? word.toLowerCase() : word)).join('')
}

/** Converts `ORDER_ITEM` to `orderItem`. */
export function camelCase(text: string): string {
  const name = pascalCase(text)
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}

/** Converts the name of a table to that of one of its items: `Users` to `User`, `Boxes` to `Box`. */
export function singular(name: string): string {
  if (/ies$/.test(name)) return `${name.slice(0, -3)}y`
  if (/(?:x|ss|sh|tch|rch|nch)es$/.test(name)) return name.slice(0, -2)
  if (/(?:ss|us|is)$/i.test(name)) return name
  return /[a-z]s$/.test(name) ? name.slice(0, -1) : name
}

/** Returns the name, with a number appended if it is taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  for (let number = 2; ; number++) if (!isTaken(`${name}${number}`)) return `${name}${number}`
}

function isShouted(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase()
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
