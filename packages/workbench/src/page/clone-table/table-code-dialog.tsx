import { useEffect, useState } from 'preact/hooks'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { findConnection } from '../app-state.ts'
import { RequestView } from '../create-table/request-view.tsx'
import '../create-table/create-table.css'
import { tableRequests } from '../create-table/table-requests.ts'
import { askTable } from '../frame/ask-table.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { messageOf } from '../message-of.ts'
import { draftOfTable } from './draft-of-table.ts'

interface TableCodeDialogProps {
  readonly connection: string
  readonly table: string
}

/** A table as a template, or as code that creates it: for whoever has designed it here and deploys it elsewhere. */
export function TableCodeDialog({ connection, table }: TableCodeDialogProps) {
  const [calls, setCalls] = useState<readonly SnippetCall[]>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    askTable(connection, table).then(
      (answers) => setCalls(tableRequests(draftOfTable(answers, table))),
      (error) => setFailure(messageOf(error)),
    )
  }, [connection, table])
  return (
    <Dialog title={`${table} as code`} onClose={closeDialog} wide>
      {failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {failure}
        </p>
      )}
      {calls === undefined ? null : (
        <>
          <p class="muted">
            This creates the table without its items. Its policy, replicas, KMS key and warm throughput are
            left out.
          </p>
          <RequestView calls={calls} connection={findConnection(connection)} first="cloudformation" />
          <p class="muted">
            For Terraform, CDK or a model in TypeScript, save the template as <code>template.yaml</code> and
            run <code>monotable import cloudformation template.yaml --out model.ts</code>, then{' '}
            <code>monotable export</code>.
          </p>
        </>
      )}
    </Dialog>
  )
}
