import type { Port } from '../port/port.ts'
import type { ConsumedCapacity, OperationName } from '../port/wire.ts'
import type { Cost, PartCost, RequestCost, Units } from './cost.ts'

/** Counts the units of requests that pass through a port. */
export interface Meter {
  /** Wraps a port: every request asks for its units, and they are added up. */
  readonly wrap: (port: Port) => Port
  /** Returns the units counted so far. */
  read(): Cost
}

const readers = /Get|Query|Scan/

/** Creates a meter. It keeps the cost of each request, unless `keepsRequests` is false. */
export function createMeter({ keepsRequests = true } = {}): Meter {
  const requests: RequestCost[] = []
  const parts = new Map<string, PartCost>()
  const wrap = (port: Port): Port => ({
    send: async (operation, input, options) => {
      let found: readonly PartCost[] = []
      let refused = true
      try {
        const answer = await port.send(operation, { ...input, ReturnConsumedCapacity: 'INDEXES' }, options)
        found = capacitiesOf(answer).flatMap((capacity) => partsOf(operation, capacity))
        refused = false
        return answer
      } finally {
        for (const part of found) addPart(parts, part)
        if (keepsRequests) requests.push({ operation, tables: tablesOf(input), ...sumOf(found), refused })
      }
    },
  })
  return {
    wrap,
    read: () => ({ ...sumOf([...parts.values()]), parts: [...parts.values()], requests: [...requests] }),
  }
}

/** Returns the units that an answer reports: batches and transactions report them for each table. */
function capacitiesOf(answer: object): readonly ConsumedCapacity[] {
  const { ConsumedCapacity: found = [] } = answer as {
    readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[]
  }
  return [found].flat() as ConsumedCapacity[]
}

function partsOf(operation: OperationName, capacity: ConsumedCapacity): PartCost[] {
  const { TableName: table = '', Table, GlobalSecondaryIndexes, LocalSecondaryIndexes } = capacity
  const units = ({ CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits }: ConsumedCapacity): Units => {
    // Only a transaction reports the two separately.
    const isSplit = ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined
    if (isSplit) return { read: ReadCapacityUnits ?? 0, write: WriteCapacityUnits ?? 0 }
    return readers.test(operation) ? { read: CapacityUnits, write: 0 } : { read: 0, write: CapacityUnits }
  }
  const indexes = { ...GlobalSecondaryIndexes, ...LocalSecondaryIndexes }
  return [
    { table, index: undefined, ...units(Table ?? capacity) },
    ...Object.entries(indexes).map(([index, used]) => ({ table, index, ...units(used) })),
  ].filter(({ read, write }) => read + write > 0)
}

function addPart(parts: Map<string, PartCost>, part: PartCost): void {
  const id = JSON.stringify([part.table, part.index])
  const before = parts.get(id) ?? { read: 0, write: 0 }
  parts.set(id, { ...part, read: before.read + part.read, write: before.write + part.write })
}

function sumOf(parts: readonly Units[]): Units {
  let [read, write] = [0, 0]
  for (const part of parts) {
    read += part.read
    write += part.write
  }
  return { read, write }
}

/** Returns the tables that a request names. */
function tablesOf(input: object): readonly string[] {
  const { TableName, RequestItems, TransactItems } = input as {
    readonly TableName?: string
    readonly RequestItems?: object
    readonly TransactItems?: readonly object[]
  }
  if (TableName !== undefined) return [TableName]
  if (RequestItems !== undefined) return Object.keys(RequestItems)
  const members = (TransactItems ?? []).flatMap((member) => Object.values(member) as { TableName: string }[])
  return [...new Set(members.map((member) => member.TableName))]
}
