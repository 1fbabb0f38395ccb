import { beforeEach, expect, it } from 'vitest'
import type { ContractContext } from './contract-context.ts'
import { allDocs, allRecords, docAt, partition, put, write } from './contract-records.ts'

const p = partition('p')

/** Checks that keys of any bytes and values of any text are returned unchanged, in byte order. */
export function keyContract({ storage }: ContractContext): void {
  beforeEach(() => storage().createSpace('s'))

  it('reads several places at once, in the requested order, with undefined where there is nothing', async () => {
    await storage().createSpace('t')
    await write(storage(), [
      put('s', { partition: p, sort: 'a' }, '1'),
      put('t', { partition: p, sort: 'a' }, '2'),
    ])
    const values = await storage().read([
      { space: 't', partition: p, sort: 'a' },
      { space: 's', partition: p, sort: 'b' },
      { space: 's', partition: p, sort: 'a' },
      { space: 't', partition: p, sort: 'a' },
    ])
    expect(values).toEqual([
      { doc: '2', sizeBytes: 1 },
      undefined,
      { doc: '1', sizeBytes: 1 },
      { doc: '2', sizeBytes: 1 },
    ])
    expect(await storage().read([])).toEqual([])
  })

  it('sort keys may contain any byte, and are ordered by bytes', async () => {
    const sorts = ['', '\0', '\0\0', '\0\x01', '\0\x02', '\0\xff', '\x01', '\x01\0', '\x01\x01', '\x01\x02']
    sorts.push('\x02', '\x1e', '\n', '"', "'", '%', 'A', 'a', 'a\0', 'a\0b', 'aa', '\x7f', '\x80', '\xc3\xa9')
    sorts.push('\xed\xa0\x80', '\xff', '\xff\0', '\xff\xff')
    await write(
      storage(),
      sorts.map((sort, i) => put('s', { partition: p, sort }, String(i))),
    )
    const found = (await allRecords(storage(), 's')).map((record) => record.sort)
    expect(found).toEqual([...sorts].sort())
    for (const [i, sort] of sorts.entries()) {
      expect(await docAt(storage(), 's', { partition: p, sort })).toBe(String(i))
    }
  })

  it('every single byte is a key of its own', async () => {
    const bytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i))
    await write(
      storage(),
      bytes.map((sort, i) => put('s', { partition: p, sort }, String(i))),
    )
    expect(await allDocs(storage(), 's')).toEqual(bytes.map((_, i) => String(i)))
  })

  it('partitions may contain any byte, and are ordered by bytes before sort keys are', async () => {
    const partitions = ['\0'.repeat(16), `${'\0'.repeat(15)}\x01`, '\x01\0'.repeat(8), '\x01'.repeat(16)]
    partitions.push(
      'abcdef'.padEnd(16, '\0'),
      'abcdef'.padEnd(16, '\xff'),
      '\x80'.repeat(16),
      '\xff'.repeat(16),
    )
    await write(
      storage(),
      partitions
        .toReversed()
        .flatMap((partition, i) => [
          put('s', { partition, sort: '\xff' }, `${i}`),
          put('s', { partition, sort: '' }, `-${i}`),
        ]),
    )
    const found = await allRecords(storage(), 's')
    expect(found.map((record) => record.partition)).toEqual(partitions.flatMap((each) => [each, each]))
    expect(found.slice(0, 2).map((record) => record.sort)).toEqual(['', '\xff'])
  })

  it('sort keys may be 2,100 bytes long and differ only at the end', async () => {
    const long = '\xfe\0'.repeat(1049)
    const sorts = [`${long}\0\0`, `${long}\0\x01`, `${long}\xff\xff`]
    await write(
      storage(),
      sorts.toReversed().map((sort) => put('s', { partition: p, sort }, String(sorts.indexOf(sort)))),
    )
    expect(await allDocs(storage(), 's')).toEqual(['0', '1', '2'])
    expect((await allRecords(storage(), 's')).map((record) => record.sort)).toEqual(sorts)
  })

  it('documents are returned exactly: a megabyte, astral characters, escapes, names of prototypes', async () => {
    const docs = [
      JSON.stringify({ text: { S: 'x'.repeat(1_000_000) } }),
      JSON.stringify({ text: { S: '😀𝄞é한'.repeat(50_000) } }),
      JSON.stringify({ text: { S: '\0\x01\x1e\n\r\t"\\\u2028\ufeff\uffff' } }),
      '{"__proto__":{"M":{"constructor":{"S":"toString"}}}}',
      '{}',
      '',
    ]
    await write(
      storage(),
      docs.map((doc, i) => put('s', { partition: p, sort: String(i) }, doc)),
    )
    for (const [i, doc] of docs.entries()) {
      expect((await docAt(storage(), 's', { partition: p, sort: String(i) })) === doc).toBe(true)
    }
    const found = await allDocs(storage(), 's')
    expect(found.map((doc, i) => doc === docs[i])).toEqual(docs.map(() => true))
  })

  it('sizes are kept as given, whatever the length of the document', async () => {
    const value = { doc: '{}', sizeBytes: 409_600 }
    await write(storage(), [{ space: 's', partition: p, sort: '', value }])
    expect(await storage().read([{ space: 's', partition: p, sort: '' }])).toEqual([value])
  })
}
