import type { ImportReport } from '../../shared/api.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog } from './open-dialog.ts'

/** The result of an import, and what was repaired or left out. */
export function ImportReportDialog({
  file,
  report,
}: {
  readonly file: string
  readonly report: ImportReport
}) {
  const { tables, messages } = report
  return (
    <Dialog
      title={tables.length === 0 ? `Nothing was imported from ${file}` : `Imported ${file}`}
      onClose={closeDialog}
    >
      {tables.length === 0 ? null : (
        <ul class="report">
          {tables.map(({ name, items }) => (
            <li key={name}>
              <strong>{name}</strong>{' '}
              <span class="muted">
                {items.toLocaleString('en')} {items === 1 ? 'item' : 'items'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {messages.length === 0 ? (
        <p class="muted">Everything in the file was imported unchanged.</p>
      ) : (
        <>
          <h3>
            {messages.length === 1 ? 'One thing was' : `${messages.length} things were`} repaired or left out
          </h3>
          <ul class="report">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
