import { useEffect, useState } from 'preact/hooks'
import type { SendAnswer } from '../../shared/api.ts'
import { api, sendOrThrow } from '../api-client.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog } from './open-dialog.ts'
import { type TableAnswers, tableFacts } from './table-facts.ts'
import { toast, toastFailure } from './toasts.tsx'

/** How a table is set up: its keys, indexes, capacity, stream, time to live, backups and replicas. */
export function TableDialog({ connection, table }: { readonly connection: string; readonly table: string }) {
  const [answers, setAnswers] = useState<TableAnswers>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    askFor(connection, table).then(setAnswers, (error) => setFailure(String(error?.message ?? error)))
  }, [connection, table])
  const copy = () =>
    void navigator.clipboard
      .writeText(JSON.stringify(answers?.table, null, 2))
      .then(() => toast('The description is on the clipboard.'), toastFailure)
  const footer = (
    <button type="button" class="button" disabled={answers === undefined} onClick={copy}>
      Copy as JSON
    </button>
  )
  return (
    <Dialog title={table} onClose={closeDialog} footer={footer} wide>
      {failure === undefined ? null : <p class="notice bad">{failure}</p>}
      {answers === undefined ? null : (
        <dl class="table-facts">
          {tableFacts(answers).map(({ title, lines, refusal }) => (
            <div key={title} title={refusal}>
              <dt>{title}</dt>
              <dd class={refusal === undefined ? '' : 'faint'}>
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}

/** Asks for all of it at once. What is refused, by a policy or by another server that does not know it, is left open. */
async function askFor(connection: string, TableName: string): Promise<TableAnswers> {
  const { Table } = (await sendOrThrow(connection, 'DescribeTable', { TableName })) as {
    readonly Table: TableAnswers['table']
  }
  const ask = (operation: string, input: object): Promise<SendAnswer | undefined> =>
    api.sendQuietly(connection, operation, input).catch(() => undefined)
  const [timeToLive, recovery, backups, tags] = await Promise.all([
    ask('DescribeTimeToLive', { TableName }),
    ask('DescribeContinuousBackups', { TableName }),
    ask('ListBackups', { TableName }),
    ask('ListTagsOfResource', { ResourceArn: Table['TableArn'] }),
  ])
  return { table: Table, timeToLive, recovery, backups, tags }
}
