import { setOwn } from '@monotable/protocol'
import type { JsonRecord, RecordEntry } from './import-source.ts'
import { splitIonStructs } from './ion-structs.ts'
import { IonFault, type IonValue, parseIon } from './parse-ion.ts'
import { MalformedFile, readText } from './read-lines.ts'

/**
 * Reads the items of a file of Amazon Ion as DynamoDB's JSON: structs with the field `Item`. One without it ends
 * the file, as in JSON. The types are mapped as AWS documents it; integers, which AWS does not mention, are numbers
 * too.
 */
export async function* readIonRecords(bytes: AsyncIterable<Uint8Array>): AsyncIterable<RecordEntry> {
  for await (const struct of splitIonStructs(readText(bytes))) yield readStruct(struct, recordOf)
}

/**
 * Reads the lines of an Ion export as DynamoDB's JSON: items, or for incremental exports the changes of items, with
 * `Keys`, `OldImage` and `NewImage`. Anything else ends the file.
 */
export async function* readIonExport(
  bytes: AsyncIterable<Uint8Array>,
): AsyncIterable<{ readonly record: { readonly [member: string]: unknown } } | { readonly fault: string }> {
  for await (const struct of splitIonStructs(readText(bytes))) yield readStruct(struct, exportedOf)
}

function readStruct<Result>(
  struct: string,
  read: (value: IonValue) => Result,
): { readonly record: Result } | { readonly fault: string } {
  try {
    return { record: read(parseIon(struct)) }
  } catch (error) {
    if (!(error instanceof IonFault)) throw error
    return { fault: error.message }
  }
}

function exportedOf(value: IonValue): { readonly [member: string]: unknown } {
  const change = value.type === 'struct' ? value.fields['Record'] : undefined
  if (change?.type !== 'struct') return recordOf(value)
  return mapFields(change.fields, (part) =>
    part.type === 'struct' ? mapFields(part.fields, attributeOf) : undefined,
  )
}

function recordOf(value: IonValue): JsonRecord {
  const { Item: item, ...beside } = value.type === 'struct' ? value.fields : {}
  if (item?.type !== 'struct') throw new MalformedFile('the struct holds no struct Item')
  const { ExpressionAttributeValues: values, ...others } = beside
  return {
    ...mapFields(others, plainOf),
    ...(values?.type === 'struct' && { ExpressionAttributeValues: mapFields(values.fields, attributeOf) }),
    Item: mapFields(item.fields, attributeOf),
  }
}

/** Returns a value that is not an attribute: text, or texts by name. */
function plainOf(value: IonValue): unknown {
  switch (value.type) {
    case 'null':
      return null
    case 'list':
      return value.values.map(plainOf)
    case 'struct':
      return mapFields(value.fields, plainOf)
    default:
      return value.value
  }
}

function attributeOf(value: IonValue): object {
  switch (value.type) {
    case 'null':
      return { NULL: true }
    case 'bool':
      return { BOOL: value.value }
    case 'number':
      return { N: value.value }
    case 'string':
      return { S: value.value }
    case 'blob':
      return { B: value.value }
    case 'struct':
      return { M: mapFields(value.fields, attributeOf) }
    case 'list':
      return setOf(value) ?? { L: value.values.map(attributeOf) }
  }
}

/** Lists that represent sets are marked, since Ion has none. */
const sets = [
  { annotation: '$dynamodb_SS', name: 'SS', type: 'string' },
  { annotation: '$dynamodb_NS', name: 'NS', type: 'number' },
  { annotation: '$dynamodb_BS', name: 'BS', type: 'blob' },
] as const

function setOf({ annotations, values }: Extract<IonValue, { type: 'list' }>): object | undefined {
  const set = sets.find(({ annotation }) => annotations.includes(annotation))
  if (set === undefined) return undefined
  const members = values.map((member) => {
    if (member.type !== set.type) throw new IonFault(`a member of ${set.annotation} is no ${set.type}`)
    return member.value
  })
  return { [set.name]: members }
}

function mapFields(
  fields: { readonly [name: string]: IonValue },
  change: (value: IonValue) => unknown,
): { [name: string]: unknown } {
  const mapped: { [name: string]: unknown } = {}
  for (const [name, value] of Object.entries(fields)) setOwn(mapped, name, change(value))
  return mapped
}
