/** Names that every JavaScript object has, or that would change its prototype. */
export const inheritedNames = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'prototype',
] as const

/** Unpaired surrogates, which are not valid Unicode text. */
export const loneSurrogates = ['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\udc00\ud800'] as const

/** Texts that are not numbers, or not numbers that DynamoDB accepts. */
export const badNumbers = [
  '1e999999999',
  '-1e999999999',
  '1e-999999999',
  '1e99999999999999999999999999',
  `1${'0'.repeat(200_000)}`,
  `0.${'0'.repeat(200_000)}1`,
  '9'.repeat(100_000),
  `1e${'9'.repeat(100_000)}`,
  '1e126',
  '-1e126',
  '1e-131',
  '123456789012345678901234567890123456789',
  '',
  ' ',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_000',
  '1,5',
  '--1',
  '1e',
  'e1',
  '.',
  '١',
  '1\u0000',
  'constructor',
] as const

/** Returns the text of JSON nested this deep. */
export function deepJson(depth: number): string {
  return `${'{"M":{"a":'.repeat(depth)}{"S":"x"}${'}}'.repeat(depth)}`
}

/** Returns the same as a value, built without recursion. */
export function deepValue(depth: number): object {
  let value: object = { S: 'x' }
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { M: { a: value } } : { L: [value] }
  return value
}

/** Returns the properties that objects inherit, to detect whether any were added. */
export function inheritedProperties(): string[][] {
  const shared = [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    String.prototype,
    Map.prototype,
    Error.prototype,
  ]
  return shared.map((prototype) => Reflect.ownKeys(prototype).map(String))
}
