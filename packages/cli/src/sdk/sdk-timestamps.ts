/** Operations whose inputs and outputs hold items; no date stands in them outside the items. */
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

/** Dates as the wire has them, seconds since 1970, made of the `Date` objects that the SDK takes. */
export function datesToSeconds(operation: string, input: unknown): unknown {
  return itemOperations.has(operation) ? input : mapFields(input, toSeconds)
}

/** `Date` objects, as the SDK gives them, made of the wire's seconds. */
export function secondsToDates(operation: string, output: unknown): unknown {
  return itemOperations.has(operation) ? output : mapFields(output, toDate)
}

function toSeconds(_field: string, value: unknown): unknown {
  return value instanceof Date ? value.getTime() / 1_000 : value
}

function toDate(field: string, value: unknown): unknown {
  return typeof value === 'number' && isDateField.test(field) ? new Date(value * 1_000) : value
}

/** Shapes of control operations are a few levels deep; anything deeper is left for the engine to refuse. */
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
