import { type AttributeMap, canonicalizeNumber } from '@monotable/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readIonRecords } from './read-ion-records.ts'
import { ionDecimal, ionLine } from './write-ion.ts'

it.each([
  // The example of AWS's guide (S3DataExport.Output).
  ['103', '103.'],
  ['600', '6d2'],
  ['2000', '2d3'],
  ['0', '0.'],
  ['-7', '-7.'],
  ['-120', '-12d1'],
  ['0.5', '0.5'],
  ['8.25', '8.25'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1d-7'],
  ['0.00000012', '1.2d-7'],
  ['1E-130', '1d-130'],
  ['9.9E+125', '99d124'],
])('the number %s is the decimal %s', (number, decimal) => {
  expect(ionDecimal(number)).toBe(decimal)
})

it('names that are keywords or symbol numbers in Ion, or not identifiers, are quoted', () => {
  const item = {
    plain_1: { S: 'a' },
    null: { S: 'b' },
    $7: { S: 'c' },
    $ion_1_0: { S: 'i' },
    "it's": { S: 'd\'"' },
    '': { BOOL: true },
  }
  expect(ionLine({ Item: item })).toBe(
    `$ion_1_0 {Item:{plain_1:"a",'null':"b",'$7':"c",'$ion_1_0':"i",'it\\'s':"d'\\"",'':true}}`,
  )
})

async function readBack(text: string): Promise<unknown[]> {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const entries: unknown[] = []
  for await (const entry of readIonRecords(bytes())) entries.push(entry)
  return entries
}

const text = fc.string({ unit: 'binary' })
const number = fc
  .tuple(fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }), fc.integer({ min: -120, max: 80 }))
  .map(([digits, power]) => canonicalizeNumber(`${digits}e${power}`))
const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array).toString('base64'))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text.map((S) => ({ S })),
    number.map((N) => ({ N })),
    bytes.map((B) => ({ B })),
    fc.boolean().map((BOOL) => ({ BOOL })),
    fc.constant({ NULL: true }),
    fc.uniqueArray(text, { minLength: 1, maxLength: 3 }).map((SS) => ({ SS })),
    fc.uniqueArray(number, { minLength: 1, maxLength: 3 }).map((NS) => ({ NS })),
    fc.uniqueArray(bytes, { minLength: 1, maxLength: 3 }).map((BS) => ({ BS })),
    fc.array(tie('value'), { maxLength: 3 }).map((L) => ({ L })),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }).map((M) => ({ M })),
  ),
}))

it('what is written is one line, and reads back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, value), async (drawn) => {
      const item = drawn as AttributeMap
      const line = ionLine({ Item: item })
      expect(line).not.toMatch(/[\n\r\u2028\u2029]/)
      const [entry, ...others] = (await readBack(`${line}\n`)) as { record: { Item: AttributeMap } }[]
      expect(others).toEqual([])
      expect(canonical(entry?.record.Item)).toBe(canonical(item))
    }),
  )
})

/** Ignores the order of attributes and the form of numbers. */
function canonical(item: unknown): string {
  return JSON.stringify(item, (name, held: unknown) => {
    if (name === 'N' && typeof held === 'string') return canonicalizeNumber(held)
    if (name === 'NS' && Array.isArray(held))
      return held.map((member) => canonicalizeNumber(member as string))
    return held
  })
}
