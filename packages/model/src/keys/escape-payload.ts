/*
 * Escaping keeps a value apart from what follows it in a key. Let s be the character that comes after the slot.
 *
 * - s up to "#" (which includes U+0001): every character up to the one after s is written as that character (the mark)
 *   and two hexadecimal digits. All that is left in the value sorts above s, so keys sort as their values do.
 * - s above "#", such as "_" or "-": only s and "%" are escaped, as in URLs. Values stay apart, but one that is a
 *   prefix of another may sort after it; the usual values with such separators (dates, ids of one length) sort right.
 * - nothing after the slot: "#" and "$" are escaped, so that no value looks like the key of another entity.
 */

/** Escapes a value for its position in a key. */
export type Escape = (text: string) => string

/** The highest character after a slot with which every value keeps its order. */
const lastOrderedSeparator = 0x23

/** Whether texts in a slot keep their order, given the text after the slot. */
export function keepsOrder(after: string): boolean {
  return after === '' || after.charCodeAt(0) <= lastOrderedSeparator
}

/** Returns the escaping of a slot, given the text after it. */
export function createEscape(after: string): Escape {
  if (after === '') return escapeWhere(/[#$]/g, '$')
  const separator = after.charCodeAt(0)
  if (separator > lastOrderedSeparator)
    return escapeWhere(new RegExp(`[%${quote(after.charAt(0))}]`, 'g'), '%')
  const mark = String.fromCharCode(separator + 1)
  return escapeWhere(new RegExp(`[\\u0000-${quote(mark)}]`, 'g'), mark)
}

/**
 * Returns the characters that an encoded value of a slot cannot contain, as the inside of a class in a regular
 * expression.
 */
export function excludedFrom(after: string): string {
  return after === '' ? '#' : quote(after.charAt(0))
}

function escapeWhere(pattern: RegExp, mark: string): Escape {
  const escapeOne = (character: string) =>
    mark + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
  // Most values need no escaping, and testing is cheaper than replacing nothing.
  const isNeeded = new RegExp(pattern.source)
  return (text) => (isNeeded.test(text) ? text.replace(pattern, escapeOne) : text)
}

/** Escapes a text for a regular expression. */
export function quote(text: string): string {
  return text.replace(/\W/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
