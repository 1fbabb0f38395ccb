/*
 * What keeps a value apart from what stands after it in a key. Let s be the character that comes after the slot.
 *
 * - s up to "#" (so also U+0001): every character up to the one after s is written as that character (the mark) and
 *   two hexadecimal digits. All that is left in the value sorts above s, so that keys sort as their values do.
 * - s above "#", such as "_" or "-": only s and "%" are escaped, as in URLs. Values stay apart, but one that begins
 *   another may sort after it; what is usual with such separators (dates, ids of one length) sorts right.
 * - nothing after the slot: "#" and "$" are escaped, so that no value looks like the key of another entity.
 */

/** Escapes a value for a place in a key. */
export type Escape = (text: string) => string

/** A slot that is followed by a character up to this one keeps order for every value. */
const lastOrderedSeparator = 0x23

/** Whether texts in a slot sort as they are, given the text after the slot. */
export function keepsOrder(after: string): boolean {
  return after === '' || after.charCodeAt(0) <= lastOrderedSeparator
}

/** How values are escaped in a slot, given the text after it. */
export function createEscape(after: string): Escape {
  if (after === '') return escapeWhere(/[#$]/g, '$')
  const separator = after.charCodeAt(0)
  if (separator > lastOrderedSeparator)
    return escapeWhere(new RegExp(`[%${quote(after.charAt(0))}]`, 'g'), '%')
  const mark = String.fromCharCode(separator + 1)
  return escapeWhere(new RegExp(`[\\u0000-${quote(mark)}]`, 'g'), mark)
}

/** The characters that cannot stand in a slot's encoded value, as the inside of a class in a regular expression. */
export function excludedFrom(after: string): string {
  return after === '' ? '#' : quote(after.charAt(0))
}

function escapeWhere(pattern: RegExp, mark: string): Escape {
  const escapeOne = (character: string) =>
    mark + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
  // Most values need no escaping, and to look is cheaper than to replace nothing.
  const isNeeded = new RegExp(pattern.source)
  return (text) => (isNeeded.test(text) ? text.replace(pattern, escapeOne) : text)
}

/** A text as a regular expression has it. */
export function quote(text: string): string {
  return text.replace(/\W/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
