import { useState } from 'preact/hooks'
import { VirtualList } from '../results/virtual-list.tsx'
import { summaryOf } from './call-summary.ts'
import { unitsText } from './estimate-units.ts'
import { formatMs } from './explained.tsx'
import { filterHistory, type HistoryEntry } from './history.ts'
import { emptyHistory } from './kept-history.ts'

interface HistoryListProps {
  readonly entries: readonly HistoryEntry[]
  /** Whether a call was run on another table or connection; it can only be run there. */
  readonly isElsewhere: (entry: HistoryEntry) => boolean
  /** Whether something is running; nothing else is run meanwhile. */
  readonly isRunning: boolean
  readonly onChoose: (entry: HistoryEntry, run: boolean) => void
}

/** The calls that were run before; a click brings one back, a button runs it again. */
export function HistoryList({ entries, isElsewhere, isRunning, onChoose }: HistoryListProps) {
  const [filter, setFilter] = useState('')
  const shown = filterHistory(entries, filter)
  if (entries.length === 0) {
    return (
      <div class="empty">
        <p>Operations that you run are listed here, and stay in this browser.</p>
      </div>
    )
  }
  return (
    <div class="history">
      <div class="history-bar">
        <input
          class="field grow"
          type="search"
          placeholder="Filter history"
          aria-label="Filter history"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <button type="button" class="button quiet" onClick={emptyHistory}>
          Clear
        </button>
      </div>
      <VirtualList
        count={shown.length}
        rowPx={34}
        label="History"
        columns={6}
        row={(place) => {
          const entry = shown[place]
          return entry === undefined ? null : (
            <HistoryRow {...{ entry, isRunning, onChoose }} isElsewhere={isElsewhere(entry)} />
          )
        }}
      />
    </div>
  )
}

function HistoryRow({
  entry,
  isElsewhere,
  isRunning,
  onChoose,
}: {
  readonly entry: HistoryEntry
  readonly isElsewhere: boolean
  readonly isRunning: boolean
  readonly onChoose: HistoryListProps['onChoose']
}) {
  return (
    <>
      <span role="gridcell" class="muted num">
        {new Date(entry.atMs).toLocaleTimeString('en-GB')}
      </span>
      <span role="gridcell">
        <b>{entry.operation}</b>
      </span>
      <span role="gridcell" class="history-input">
        {isElsewhere && <span class="muted">{entry.table} </span>}
        <button type="button" class="link mono" onClick={() => onChoose(entry, false)}>
          {summaryOf(entry)}
        </button>
      </span>
      <span role="gridcell" class="num">
        {entry.error === undefined && entry.units !== undefined && unitsText(entry.units)}
        {entry.error !== undefined && (
          <span class="badge bad" title={entry.error}>
            {entry.error}
          </span>
        )}
      </span>
      <span role="gridcell" class="num muted">
        {formatMs(entry.durationMs)} ms
      </span>
      <span role="gridcell">
        <button
          type="button"
          class="button quiet"
          disabled={isRunning && !isElsewhere}
          onClick={() => onChoose(entry, !isElsewhere)}
        >
          {isElsewhere ? 'Open there' : 'Run again'}
        </button>
      </span>
    </>
  )
}
