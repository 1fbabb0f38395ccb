import { useMemo, useState } from 'preact/hooks'

/** Rows that stay where they are while somebody reads further down, though newer ones come before them. */
export interface HeldRows<Row> {
  /** Those of the moment when the list was scrolled away from its top; at the top, all of them. */
  readonly rows: readonly Row[]
  /** How many have come since. */
  readonly newer: number
  readonly onAtTop: (isAtTop: boolean) => void
  /** Shows all again. */
  readonly release: () => void
}

interface HeldRowsOptions<Row> {
  readonly idOf: (row: Row) => string | number
  /** What is shown of all rows: others are not held by what was read before. */
  readonly view: string
}

/** Holds rows, of which the newest is the first. */
export function useHeldRows<Row>(live: readonly Row[], { idOf, view }: HeldRowsOptions<Row>): HeldRows<Row> {
  const [held, setHeld] = useState<{ readonly view: string; readonly rows: readonly Row[] }>()
  const rows = held?.view === view ? held.rows : undefined
  const newer = useMemo(() => (rows === undefined ? 0 : countOthers(live, rows, idOf)), [rows, live])
  return {
    rows: rows ?? live,
    newer,
    onAtTop: (isAtTop) => setHeld(isAtTop ? undefined : { view, rows: rows ?? live }),
    release: () => setHeld(undefined),
  }
}

function countOthers<Row>(
  live: readonly Row[],
  rows: readonly Row[],
  idOf: (row: Row) => string | number,
): number {
  const known = new Set(rows.map(idOf))
  return live.filter((row) => !known.has(idOf(row))).length
}
