import { useEffect, useRef, useState } from 'preact/hooks'
import { FilterField } from '../collections/filter-field.tsx'
import { countText } from '../count-text.ts'
import { parsePartition, partitionField } from '../keys/partition-filter.ts'
import { useHeldRows } from '../results/held-rows.ts'
import { LiveList } from '../results/live-list.tsx'
import { PauseButton } from '../results/pause-button.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { useStore } from '../store.ts'
import { ChangeDetail } from './change-detail.tsx'
import { type ChangeFilter, filterChanges, type ShownKind, summariseChanges } from './change-log.ts'
import { ChangeHeader, ChangeRow } from './change-row.tsx'
import { streamFeed } from './current-feed.ts'
import type { StreamChange } from './stream-change.ts'
import './stream.css'
import type { StreamState } from './stream-feed.ts'
import { StreamOff } from './stream-off.tsx'

/** The changes of a table, as its stream reports them. */
export function StreamScreen({ connection, table, model, route, navigate }: ScreenProps) {
  const { params } = route
  const isWhole = params['from'] === 'start'
  const feed = streamFeed(connection.id, table, isWhole)
  const state = useStore(feed.state)
  useEffect(() => feed.watch(), [feed])
  const [paused, setPaused] = useState<{
    readonly changes: readonly StreamChange[]
    readonly count: number
  }>()
  const everything = paused?.changes ?? feed.log.all
  const filter = filterOf(params, model.key)
  const matching = filterChanges(everything, filter, model.key)
  const view = JSON.stringify(filter)
  const held = useHeldRows(matching, { idOf: ({ id }) => id, view })
  const shown = held.rows
  const behind = paused === undefined ? 0 : state.count - paused.count
  const place = shown.findIndex(({ id }) => id === params['change'])
  const opened = useRef<StreamChange | undefined>(undefined)
  // One that is open stays so when it is older than all that are kept.
  const { current: last } = opened
  const isForgotten = last !== undefined && last.id === params['change'] && !everything.includes(last)
  const chosen = shown[place] ?? filterChanges(isForgotten ? [last] : [], filter, model.key)[0]
  opened.current = chosen
  const chosenAt = place < 0 ? shown.length : place
  const choose = (change: StreamChange | undefined) =>
    navigate({ params: { change: change?.id } }, { replace: true })
  const closeByEscape = (event: KeyboardEvent) => {
    // An item that is open is closed first; in a field, the key empties the field.
    if (
      params['item'] !== undefined ||
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      event.target instanceof HTMLInputElement
    )
      return
    if (chosen === undefined) return
    event.preventDefault()
    choose(undefined)
  }
  const off = (
    <StreamOff
      connection={connection}
      table={table}
      isAlone={everything.length === 0}
      onTurnedOn={() => feed.refresh()}
    />
  )
  // What was refused before anything was read is all there is to say.
  const isUnread = state.failure !== undefined && !state.isCaughtUp && everything.length === 0
  if (isUnread)
    return (
      <div class="screen">
        <Unknown {...state} />
      </div>
    )
  if (state.stream === undefined || (!state.stream.isOn && everything.length === 0 && state.isCaughtUp)) {
    return <div class="screen">{state.stream === undefined ? <Unknown {...state} /> : off}</div>
  }
  return (
    <section class="screen stream" aria-label="Stream" onKeyDown={closeByEscape}>
      <div class="toolbar">
        <FilterField
          {...partitionField(model.key)}
          value={params['pk'] ?? ''}
          isFirst
          onChange={(pk) => navigate({ params: { pk: pk || undefined, change: undefined } })}
        />
        <fieldset class="segmented" aria-label="Show">
          {kinds.map(([kind, title]) => (
            <button
              key={title}
              type="button"
              aria-pressed={params['kind'] === kind}
              onClick={() => navigate({ params: { kind } }, { replace: true })}
            >
              {title}
            </button>
          ))}
        </fieldset>
        <span class="grow" />
        <div class="stream-actions">
          <PauseButton
            isPaused={paused !== undefined}
            newer={behind}
            onClick={() =>
              setPaused(paused === undefined ? { changes: feed.log.all, count: state.count } : undefined)
            }
          />
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              feed.clear()
              setPaused(undefined)
              held.release()
              choose(undefined)
            }}
          >
            Clear
          </button>
        </div>
      </div>
      {state.stream.isOn ? null : off}
      {state.failure === undefined ? null : (
        <div class="notice bad" role="alert">
          <p>{state.failure}</p>
          {state.advice === undefined ? null : <p>{state.advice}</p>}
        </div>
      )}
      <Summary
        changes={matching}
        state={state}
        isWhole={isWhole}
        isCut={feed.log.isCut}
        onReadAll={() => {
          setPaused(undefined)
          navigate({ params: { from: 'start' } }, { replace: true })
        }}
      />
      {shown.length === 0 ? (
        <Empty state={state} isFiltered={everything.length > 0} />
      ) : (
        <LiveList
          class="change-list"
          held={held}
          view={view}
          rowPx={34}
          stacked={{ belowPx: 720, rowPx: 78 }}
          label="Changes, newest first"
          columns={5}
          header={<ChangeHeader model={model} />}
          keyOf={(at) => shown[at]?.id}
          opened={place}
          row={(at) => {
            const change = shown[at]
            return change === undefined ? null : (
              <ChangeRow
                change={change}
                model={model}
                isChosen={change === chosen}
                onChoose={() => choose(change === chosen ? undefined : change)}
              />
            )
          }}
        />
      )}
      {chosen === undefined ? null : (
        <ChangeDetail
          change={chosen}
          model={model}
          newer={shown[chosenAt - 1]}
          older={shown[chosenAt + 1]}
          collection={params['pk']}
          onChoose={choose}
        />
      )}
    </section>
  )
}

const kinds: readonly (readonly [ShownKind | undefined, string])[] = [
  [undefined, 'All'],
  ['inserted', 'Inserted'],
  ['modified', 'Modified'],
  ['removed', 'Removed'],
]

function filterOf(
  params: { readonly [name: string]: string },
  key: ScreenProps['model']['key'],
): ChangeFilter {
  const pk = params['pk'] ?? ''
  return {
    partition: pk === '' ? undefined : parsePartition(pk, key),
    kind: kinds.find(([kind]) => kind === params['kind'])?.[0],
  }
}

interface SummaryProps {
  readonly changes: readonly StreamChange[]
  readonly state: StreamState
  readonly isWhole: boolean
  readonly isCut: boolean
  readonly onReadAll: () => void
}

function Summary({ changes, state, isWhole, isCut, onReadAll }: SummaryProps) {
  const { inserted, modified, removed } = summariseChanges(changes)
  const isReading = !state.isCaughtUp && !state.isSkipped && state.failure === undefined
  return (
    <div class="change-summary">
      <p role="status">
        <span>
          <b>{changes.length.toLocaleString('en')}</b> {changes.length === 1 ? 'change' : 'changes'}
        </span>
        {inserted > 0 && <span class="inserted">{inserted.toLocaleString('en')} inserted</span>}
        {modified > 0 && <span class="modified">{modified.toLocaleString('en')} modified</span>}
        {removed > 0 && <span class="removed">{removed.toLocaleString('en')} removed</span>}
        {isReading && <span>Reading earlier changes, {state.count.toLocaleString('en')} so far…</span>}
        {state.hasGap && (
          <span class="warn">Some changes are missing: they were trimmed before they could be read</span>
        )}
      </p>
      {state.isSkipped && !isWhole && (
        <span>
          Earlier ones are not listed: there are many.{' '}
          <button type="button" class="link" onClick={onReadAll}>
            Read them
          </button>
        </span>
      )}
      {isCut && <span>Older ones are no longer kept here</span>}
      {state.stream?.view === undefined || state.stream.view === 'NEW_AND_OLD_IMAGES' ? null : (
        <span title="What a stream holds is chosen when it is turned on">{heldText(state.stream.view)}</span>
      )}
    </div>
  )
}

function heldText(view: string): string {
  if (view === 'KEYS_ONLY') return 'This stream holds keys only'
  return `This stream holds ${view === 'NEW_IMAGE' ? 'new' : 'old'} images only`
}

function Unknown({ failure, advice }: StreamState) {
  return failure === undefined ? (
    <p class="empty late">Reading…</p>
  ) : (
    <div class="empty" role="alert">
      <h2>The stream cannot be read</h2>
      <p>{failure}</p>
      {advice === undefined ? null : <p>{advice}</p>}
    </div>
  )
}

function Empty({ state, isFiltered }: { readonly state: StreamState; readonly isFiltered: boolean }) {
  if (!state.isCaughtUp && !isFiltered) return <p class="empty late">Reading…</p>
  return (
    <div class="empty">
      <h2>{isFiltered ? 'No matching changes' : 'No changes yet'}</h2>
      <p>
        {isFiltered
          ? `${countText(state.count, 'change')} of other items or kinds ${state.count === 1 ? 'was' : 'were'} read.`
          : 'Changes of items appear here as they happen, whoever makes them.'}
      </p>
    </div>
  )
}
