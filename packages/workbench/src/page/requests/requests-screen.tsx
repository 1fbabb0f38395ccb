import { useState } from 'preact/hooks'
import type { ObservedRequest, TableModel } from '../../shared/api.ts'
import { dataOperations } from '../../shared/snippets/operation-shapes.ts'
import { KeyText } from '../keys/key-text.tsx'
import { liveFeed } from '../live/live-feed.ts'
import { navigate } from '../navigation.ts'
import { formatUnits } from '../operations/estimate-units.ts'
import { useHeldRows } from '../results/held-rows.ts'
import { LiveList } from '../results/live-list.tsx'
import { PauseButton } from '../results/pause-button.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { useStore } from '../store.ts'
import { allRequests, filterRequests, isScan, type RequestFilter, summariseRequests } from './request-log.ts'
import './requests.css'

/** The requests to the table, live. */
export function RequestsScreen({ connection, table, model, route, navigate: go }: ScreenProps) {
  const feed = liveFeed(connection.id, table)
  useStore(feed.changes)
  const [paused, setPaused] = useState<readonly ObservedRequest[]>()
  const filter = filterOf(route.params)
  const everything = paused ?? feed.requests.all
  const shown = filterRequests(everything, filter)
  const view = JSON.stringify(filter)
  const held = useHeldRows(shown, { idOf: ({ id }) => id, view })
  const behind = paused === undefined ? 0 : feed.requests.countAfter(paused.at(-1)?.id ?? 0)
  const change = (next: Partial<RequestFilter>) =>
    go({ params: paramsOf({ ...filter, ...next }) }, { replace: true })
  return (
    <div class="screen requests">
      <div class="toolbar">
        <FilterFields filter={filter} requests={everything} onChange={change} />
        <span class="grow" />
        <PauseButton
          isPaused={paused !== undefined}
          newer={behind}
          onClick={() => setPaused(paused === undefined ? feed.requests.all : undefined)}
        />
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            feed.requests.clear()
            setPaused(undefined)
            held.release()
            feed.changes.update((count) => count + 1)
          }}
        >
          Clear
        </button>
      </div>
      <Summary requests={shown} dropped={feed.requests.dropped} />
      {shown.length === 0 ? (
        <Empty
          observes={connection.observes}
          isFiltered={everything.some((request) => request.own !== true || filter.own)}
        />
      ) : (
        <LiveList
          class="request-list"
          held={held}
          view={view}
          rowPx={32}
          stacked={{ belowPx: 720, rowPx: 52 }}
          label="Requests, newest first"
          columns={8}
          header={<Header />}
          keyOf={(place) => held.rows[place]?.id}
          row={(place) => {
            const request = held.rows[place]
            return request === undefined ? null : <RequestRow request={request} model={model} />
          }}
        />
      )}
    </div>
  )
}

const shows: readonly (readonly [RequestFilter['show'], string])[] = [
  ['all', 'All'],
  ['undocumented', 'Undocumented'],
  ['scans', 'Scans'],
  ['errors', 'Errors'],
]

interface FilterFieldsProps {
  readonly filter: RequestFilter
  readonly requests: readonly ObservedRequest[]
  readonly onChange: (filter: Partial<RequestFilter>) => void
}

function FilterFields({ filter, requests, onChange }: FilterFieldsProps) {
  const operations = [...new Set(requests.map(({ operation }) => operation))].toSorted()
  return (
    <>
      <input
        class="field"
        type="search"
        placeholder="Key, index, pattern, error"
        aria-label="Filter requests"
        value={filter.words}
        onInput={({ currentTarget }) => onChange({ words: currentTarget.value })}
      />
      <select
        class="field"
        aria-label="Operation"
        value={filter.operation}
        onChange={({ currentTarget }) => onChange({ operation: currentTarget.value })}
      >
        <option value="">All operations</option>
        {operations.map((operation) => (
          <option key={operation} value={operation}>
            {operation}
          </option>
        ))}
      </select>
      <fieldset class="segmented" aria-label="Show">
        {shows.map(([show, title]) => (
          <button
            key={show}
            type="button"
            aria-pressed={filter.show === show}
            onClick={() => onChange({ show })}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.own}
          onChange={({ currentTarget }) => onChange({ own: currentTarget.checked })}
        />{' '}
        From this page
      </label>
    </>
  )
}

function Summary({ requests, dropped }: { requests: readonly ObservedRequest[]; dropped: number }) {
  const { count, units, errors, scans, undocumented } = summariseRequests(requests)
  return (
    <p class="request-summary" role="status">
      <span>
        <b>{count.toLocaleString('en')}</b> {count === 1 ? 'request' : 'requests'}
      </span>
      <span>
        <b>{formatUnits(units)}</b> {units === 1 ? 'unit' : 'units'}
      </span>
      {scans > 0 && (
        <span class="warn">
          <b>{scans}</b> {scans === 1 ? 'scan' : 'scans'}
        </span>
      )}
      {undocumented > 0 && (
        <span class="warn">
          <b>{undocumented}</b> undocumented
        </span>
      )}
      {errors > 0 && (
        <span class="bad">
          <b>{errors}</b> {errors === 1 ? 'error' : 'errors'}
        </span>
      )}
      {dropped > 0 && <span class="muted">{dropped.toLocaleString('en')} more not shown</span>}
    </p>
  )
}

function Empty({ observes, isFiltered }: { readonly observes: boolean; readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      <h2>{isFiltered ? 'No matching requests' : 'No requests yet'}</h2>
      <p>
        {observes
          ? 'Requests appear here as they arrive, with their cost and access pattern.'
          : 'This database does not report requests of others: only those of this page appear here.'}
      </p>
    </div>
  )
}

const columns = ['Time', 'Operation', 'Index', 'Key', 'Pattern', 'Items', 'Units', 'ms']

function Header() {
  return (
    <div class="request-header" role="row">
      {columns.map((title, place) => (
        <span key={title} role="columnheader" class={place > 4 ? 'num' : undefined}>
          {title}
        </span>
      ))}
    </div>
  )
}

function RequestRow({ request, model }: { readonly request: ObservedRequest; readonly model: TableModel }) {
  const input = inputOf(request)
  const pk = (model.indexes.find(({ name }) => name === request.index) ?? model.key).pk[0]?.name ?? ''
  const tone = request.error !== undefined ? 'bad' : isScan(request) ? 'warn' : ''
  return (
    <>
      <span role="gridcell" class="muted time">
        {timeText(request.atMs)}
      </span>
      <span role="gridcell">
        <button
          type="button"
          class={`link ${tone}`}
          disabled={input === undefined}
          title={input === undefined ? 'The request is too long to keep' : 'Open in Operations'}
          onClick={() =>
            navigate({
              screen: 'operations',
              params: { op: request.operation, input: JSON.stringify(input) },
            })
          }
        >
          {request.operation}
        </button>
        {isScan(request) && <span class="badge warn">SCAN</span>}
      </span>
      <span role="gridcell" class="muted">
        {request.index ?? ''}
      </span>
      <span role="gridcell" class="cell-key">
        {request.key === undefined ? null : (
          <KeyText
            model={model}
            entity={entityByKey(model, pk, request.key)}
            attribute={pk}
            value={request.key}
          />
        )}
      </span>
      <span role="gridcell">
        <PatternCell request={request} />
      </span>
      <span role="gridcell" class="num">
        {request.items ?? ''}
      </span>
      <span role="gridcell" class="num">
        {request.units === undefined ? '' : formatUnits(request.units)}
      </span>
      <span role="gridcell" class="num muted">
        {request.durationMs.toFixed(request.durationMs < 1 ? 2 : 1)}
      </span>
    </>
  )
}

function PatternCell({ request: { error, pattern, undocumented } }: { readonly request: ObservedRequest }) {
  if (error !== undefined) return <span class="badge bad">{error}</span>
  if (undocumented === true) {
    return (
      <span class="badge warn" title="No access pattern of the model matches">
        undocumented
      </span>
    )
  }
  return pattern === undefined ? null : <span class="pattern-name">{pattern}</span>
}

/** Returns an entity whose template makes such a key; any will do, since the colours are the same for all of them. */
function entityByKey(model: TableModel, attribute: string, key: string): string | undefined {
  return model.entities.find(({ templates }) => {
    const [first] = Object.hasOwn(templates, attribute) ? (templates[attribute] ?? []) : []
    return first !== undefined && 'text' in first && key.startsWith(first.text)
  })?.name
}

/** Returns the input of a request, if it was kept completely and the page has a form for the operation. */
function inputOf({ request, operation }: ObservedRequest): object | undefined {
  if (request === undefined || !(dataOperations as readonly string[]).includes(operation)) return undefined
  try {
    const input: unknown = JSON.parse(request)
    return typeof input === 'object' && input !== null ? input : undefined
  } catch {
    return undefined
  }
}

function timeText(atMs: number): string {
  const time = new Date(atMs)
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

function filterOf(params: { readonly [name: string]: string }): RequestFilter {
  const show = shows.find(([name]) => name === params['show'])?.[0] ?? 'all'
  return {
    words: params['words'] ?? '',
    operation: params['operation'] ?? '',
    show,
    own: params['own'] === 'true',
  }
}

function paramsOf(filter: RequestFilter): { readonly [name: string]: string | undefined } {
  const given = (value: string, usual: string) => (value === usual ? undefined : value)
  return {
    words: given(filter.words, allRequests.words),
    operation: given(filter.operation, allRequests.operation),
    show: given(filter.show, allRequests.show),
    own: filter.own ? 'true' : undefined,
  }
}
