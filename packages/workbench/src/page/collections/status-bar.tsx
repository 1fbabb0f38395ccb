import { countText } from '../count-text.ts'
import { useStore } from '../store.ts'
import { ALL_ROWS, type CollectionLoader } from './collection-loader.ts'

/** How the rows were read, how many, and at what cost. */
export function StatusBar({
  loader,
  next,
  isQuery,
}: {
  readonly loader: CollectionLoader
  /** What reads the rows that are to take the place of these, which are then not continued. */
  readonly next: CollectionLoader | undefined
  readonly isQuery: boolean
}) {
  const { count, isDone, isLoading, scanned, units, failure } = useStore(loader.state)
  const isReadingAgain = useStore((next ?? loader).state).isLoading
  return (
    <footer class="status-bar num">
      <span class={`badge ${isQuery ? 'good' : 'warn'}`}>{isQuery ? 'QUERY' : 'SCAN'}</span>
      <span>
        <strong>{count.toLocaleString('en')}</strong> {count === 1 ? 'item' : 'items'}
        {isDone ? '' : ' so far'}
      </span>
      <span>{countText(loader.rows.partitionCount, 'collection')}</span>
      {scanned > count ? <span>{countText(scanned, 'item')} read</span> : null}
      <span>{countText(units, 'read unit')}</span>
      {/* If nothing was read, the failure is shown in the middle of the screen. */}
      {failure === undefined || count === 0 ? null : <span class="failure">{failure}</span>}
      <span class="grow" />
      {next !== undefined ? (
        isReadingAgain && <span class="faint late">reading again…</span>
      ) : isDone ? null : isLoading ? (
        <>
          <span class="faint">reading…</span>
          <button type="button" class="button quiet" onClick={() => loader.pause()}>
            Stop
          </button>
        </>
      ) : failure !== undefined && count === 0 ? null : (
        <button type="button" class="button quiet" onClick={() => void loader.loadTo(ALL_ROWS)}>
          Read all
        </button>
      )}
    </footer>
  )
}
