import { useEffect, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { api } from '../api-client.ts'
import { countText } from '../count-text.ts'
import { estimateUnits, type TableSize, type UnitEstimate } from './estimate-units.ts'

const TYPING_MS = 250

/**
 * Estimates the units of a call as it is typed. How many items a query finds can only be determined by running it: any
 * database but AWS is asked for the count, which costs nothing there.
 */
export function useEstimate(
  call: SnippetCall,
  connection: ConnectionInfo,
  model: TableModel,
): UnitEstimate | undefined {
  const [size, setSize] = useState<TableSize>()
  const [probed, setProbed] = useState<{ readonly call: SnippetCall; readonly estimate: UnitEstimate }>()
  useEffect(() => {
    let gone = false
    const onSize = (described: TableSize | undefined) => {
      if (!gone) setSize(described)
    }
    describe(connection.id, model.table).then(onSize, () => undefined)
    return () => {
      gone = true
    }
  }, [connection.id, model])
  const asks = call.operation === 'Query' && connection.kind !== 'aws'
  const text = JSON.stringify(call.input)
  useEffect(() => {
    if (!asks) return
    let gone = false
    const timer = setTimeout(async () => {
      const estimate = await probe(connection.id, call).catch(() => undefined)
      if (!gone && estimate !== undefined) setProbed({ call, estimate })
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asks, text])
  const isProbed = asks && probed !== undefined && JSON.stringify(probed.call.input) === text
  return isProbed ? probed.estimate : estimateUnits(call, model, size)
}

async function probe(
  connection: string,
  { operation, input }: SnippetCall,
): Promise<UnitEstimate | undefined> {
  const { ProjectionExpression, ...rest } = input as { readonly [member: string]: unknown }
  if (ProjectionExpression !== undefined) return undefined
  const { output } = await api.sendQuietly(connection, operation, {
    ...rest,
    Select: 'COUNT',
    ReturnConsumedCapacity: 'TOTAL',
  })
  const consumed = output?.['ConsumedCapacity'] as { readonly CapacityUnits?: number } | undefined
  if (output === undefined || consumed?.CapacityUnits === undefined) return undefined
  const found = Number(output['ScannedCount'] ?? 0)
  const more = output['LastEvaluatedKey'] !== undefined
  const because = `${countText(found, 'item')} read${more ? ', and there are more pages' : ''}`
  return { kind: 'read', units: consumed.CapacityUnits, atLeast: false, because }
}

async function describe(connection: string, table: string): Promise<TableSize | undefined> {
  const { output } = await api.sendQuietly(connection, 'DescribeTable', { TableName: table })
  const described = output?.['Table'] as Described | undefined
  if (described === undefined) return undefined
  const indexes = [...(described.GlobalSecondaryIndexes ?? []), ...(described.LocalSecondaryIndexes ?? [])]
  return {
    items: described.ItemCount ?? 0,
    bytes: described.TableSizeBytes ?? 0,
    indexes: new Map(
      indexes.map(({ IndexName, ItemCount = 0, IndexSizeBytes = 0 }) => [
        IndexName,
        { items: ItemCount, bytes: IndexSizeBytes },
      ]),
    ),
  }
}

interface Described {
  readonly ItemCount?: number
  readonly TableSizeBytes?: number
  readonly GlobalSecondaryIndexes?: readonly DescribedIndex[]
  readonly LocalSecondaryIndexes?: readonly DescribedIndex[]
}

interface DescribedIndex {
  readonly IndexName: string
  readonly ItemCount?: number
  readonly IndexSizeBytes?: number
}
