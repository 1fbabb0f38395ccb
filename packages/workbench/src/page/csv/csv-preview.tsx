import { plainJson } from '../collections/plain-json.ts'
import type { CsvRow } from './csv-parser.ts'
import { type CsvPlan, readRow } from './plan-columns.ts'

const SHOWN = 4

/** The first items as they will be imported, and the records among them that cannot be read. */
export function CsvPreview({ plan, rows }: { readonly plan: CsvPlan; readonly rows: readonly CsvRow[] }) {
  const read = rows.map((row) => ({ row, read: readRow(row, plan) }))
  const wrong = read.flatMap(({ row, read: one }) =>
    'problem' in one ? [{ line: row.line, text: one.problem }] : [],
  )
  const items = read.flatMap(({ row, read: one }) =>
    'item' in one ? [{ line: row.line, text: plainJson(one.item) }] : [],
  )
  return (
    <section class="csv-preview" aria-label="Preview">
      {wrong.length > 0 && (
        <>
          <h3>
            {wrong.length} of the first {rows.length} records cannot be read like this
          </h3>
          <Lines lines={wrong.slice(0, SHOWN)} />
        </>
      )}
      {items.length > 0 && (
        <>
          <h3>The first items</h3>
          <Lines lines={items.slice(0, SHOWN)} />
        </>
      )}
      {rows.length === 0 && <p class="muted">There are no records below the header.</p>}
    </section>
  )
}

function Lines({ lines }: { readonly lines: readonly { readonly line: number; readonly text: string }[] }) {
  return (
    <ul class="report">
      {lines.map(({ line, text }) => (
        <li key={line}>
          <span class="muted">line {line}</span> <span class="mono">{text}</span>
        </li>
      ))}
    </ul>
  )
}
