import type { StreamViewType } from '../create-table/table-draft.ts'
import { untilSettled } from '../create-table/until-settled.ts'
import { members, text } from '../frame/ask-table.ts'
import type { Send } from './stream-reader.ts'

/** The stream of a table. One that was turned off can still be read for a day. */
export interface TableStream {
  readonly isOn: boolean
  readonly arn: string | undefined
  readonly view: string | undefined
}

/** Asks for the stream of a table. */
export async function askTableStream(send: Send, TableName: string): Promise<TableStream> {
  const { Table } = await send('DescribeTable', { TableName })
  const { StreamSpecification, LatestStreamArn } = members(Table)
  const { StreamEnabled, StreamViewType } = members(StreamSpecification)
  return {
    isOn: StreamEnabled === true,
    arn: text(LatestStreamArn) || undefined,
    view: text(StreamViewType) || undefined,
  }
}

/** Turns on the stream of a table, and waits until it is there. */
export async function turnOnStream(send: Send, TableName: string, view: StreamViewType): Promise<void> {
  await send('UpdateTable', {
    TableName,
    StreamSpecification: { StreamEnabled: true, StreamViewType: view },
  })
  await untilSettled(send, TableName)
}
