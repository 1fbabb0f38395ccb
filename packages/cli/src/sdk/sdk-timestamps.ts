/** The operations whose inputs and outputs hold items; they contain no dates outside the items. */
const itemOperations: ReadonlySet<string> = new Set([
  'BatchExecuteStatement',
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'ExecuteStatement',
  'ExecuteTransaction',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'SearchVectors',
  'TransactGetItems',
  'TransactWriteItems',
  'UpdateItem',
])

const isDateField = /DateTime$|^(?:Start|End|Export|ExportFrom|ExportTo)Time$/

/** Converts the `Date` objects of an SDK input to the wire form, seconds since 1970. */
export function datesToSeconds(operation: string, input: unknown): unknown {
  return itemOperations.has(operation) ? input : mapFields(input, toSeconds)
}

/** Converts the seconds of the wire form to `Date` objects, as the SDK returns them. */
export function secondsToDates(operation: string, output: unknown): unknown {
  return itemOperations.has(operation) ? output : mapFields(output, toDate)
}

function toSeconds(_field: string, value: unknown): unknown {
  return value instanceof Date ? value.getTime() / 1_000 : value
}

function toDate(field: string, value: unknown): unknown {
  return typeof value === 'number' && isDateField.test(field) ? new Date(value * 1_000) : value
}

/** Shapes of control operations are a few levels deep; the engine rejects anything deeper. */
const maxDepth = 16

function mapFields(value: unknown, convert: (field: string, value: unknown) => unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((member) => mapFields(member, convert, depth + 1))
  if (value instanceof Date || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => {
      const converted = convert(field, member)
      return [field, converted === member ? mapFields(member, convert, depth + 1) : converted]
    }),
  )
}
