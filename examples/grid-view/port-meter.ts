import type { Port } from '@monotable/model'

/** What passed through a port. */
export interface PortUnits {
  readonly requests: number
  readonly read: number
  readonly write: number
}

export const noUnits: PortUnits = { requests: 0, read: 0, write: 0 }

interface Capacity {
  readonly CapacityUnits?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}

/** Counts the units of a stream's handler; `measure` counts those of a connected model. */
export function createPortMeter(port: Port): { readonly port: Port; take(): PortUnits } {
  let units = noUnits
  const add = (operation: string, capacities: readonly Capacity[]) => {
    const isRead = operation.includes('Get') || operation === 'Query'
    for (const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } of capacities) {
      const read = ReadCapacityUnits ?? (isRead ? CapacityUnits : 0)
      const write = WriteCapacityUnits ?? (isRead ? 0 : CapacityUnits)
      units = { ...units, read: units.read + read, write: units.write + write }
    }
  }
  const metered: Port = {
    send: async (operation, input) => {
      units = { ...units, requests: units.requests + 1 }
      const answer = await port.send(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })
      const { ConsumedCapacity = [] } = answer as { ConsumedCapacity?: Capacity | readonly Capacity[] }
      add(operation, [ConsumedCapacity].flat() as Capacity[])
      return answer
    },
  }
  return {
    port: metered,
    take: () => {
      const taken = units
      units = noUnits
      return taken
    },
  }
}
