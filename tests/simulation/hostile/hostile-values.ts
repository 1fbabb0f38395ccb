/** Names that every object in JavaScript has, or that would change what it inherits from. */
export const inheritedNames = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'prototype',
] as const

/** Half of a pair of surrogates, which is no text in Unicode. */
export const loneSurrogates = ['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\udc00\ud800'] as const

/** Texts that are no numbers, or no numbers that DynamoDB takes. */
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

/** The text of JSON that nests so deep. */
export function deepJson(depth: number): string {
  return `${'{"M":{"a":'.repeat(depth)}{"S":"x"}${'}}'.repeat(depth)}`
}

/** The same as a value, made without recursion. */
export function deepValue(depth: number): object {
  let value: object = { S: 'x' }
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { M: { a: value } } : { L: [value] }
  return value
}

/** What objects inherit from, to tell whether anybody has added to it. */
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
