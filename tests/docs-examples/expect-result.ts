import { expect } from 'vitest'

/** Stands for further members or elements that an example does not show; as the value of a member, for any value. */
export const more: unique symbol = Symbol('more')

/** Fails unless a value is what an example shows; `…` in text stands for any text. */
export function expectResult(actual: unknown, shown: unknown): void {
  expect(actual).toEqual(expectation(shown))
}

/** Fails unless something throws an error with the message that an example shows. */
export async function expectThrow(run: () => unknown, message: string): Promise<void> {
  await expect((async () => run())()).rejects.toThrow(textPattern(message))
}

function expectation(shown: unknown): unknown {
  if (shown === more) return expect.anything()
  if (typeof shown === 'string')
    return shown.includes('…') ? expect.stringMatching(textPattern(shown)) : shown
  if (typeof shown !== 'object' || shown === null || shown instanceof Uint8Array) return shown
  if (Array.isArray(shown)) {
    const elements = shown.filter((element) => element !== more).map(expectation)
    return elements.length < shown.length ? expect.arrayContaining(elements) : elements
  }
  const members = Object.fromEntries(
    Object.entries(shown).map(([name, member]) => [name, expectation(member)]),
  )
  return Object.hasOwn(shown, more) ? expect.objectContaining(members) : members
}

function textPattern(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}
