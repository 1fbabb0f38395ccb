import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo } from '../../shared/api.ts'
import { appState, openableSamples, openSample } from '../app-state.ts'
import { currentRoute, hrefTo, navigate } from '../navigation.ts'
import { useStore } from '../store.ts'
import { Icon } from './icons.tsx'
import { openDialog } from './open-dialog.ts'
import { Pages, usePages } from './pages.tsx'
import { isSideOpen, useClosingSide } from './side-toggle.tsx'
import { toastFailure } from './toasts.tsx'
import { useChosenInView } from './use-chosen-in-view.ts'

/** As many tables as a user can look through without a filter. */
const FILTERED_FROM = 20

/** The number of tables drawn at a time: with more, every update of the page takes the browser longer. */
const DRAWN_TABLES = 250

/** How much of the end of a long name is always visible, and the length from which names are long. */
const TAIL = 8
const TAIL_FROM = 20

/** The side bar: connections and their tables, and the samples that can be opened. */
export function SideBar() {
  const { workbench, tables } = useStore(appState)
  const isOpen = useStore(isSideOpen)
  const element = useRef<HTMLElement>(null)
  const [part, setPart] = useState('')
  useClosingSide(element)
  const count = [...tables.values()].reduce((sum, { names }) => sum + names.length, 0)
  return (
    <nav
      ref={element}
      id="side"
      class={isOpen ? 'side open' : 'side'}
      tabIndex={-1}
      aria-label="Connections and tables"
    >
      <div class="brand">
        <a href="#/" aria-label="Monotable">
          <Mark />
          Monotable
        </a>
      </div>
      {count < FILTERED_FROM ? null : <TableFilter part={part} onChange={setPart} />}
      <div class="side-scroll">
        {(workbench?.connections ?? []).map((connection) => (
          <ConnectionTables
            key={connection.id}
            connection={connection}
            part={count < FILTERED_FROM ? '' : part.trim().toLowerCase()}
          />
        ))}
        <Samples />
      </div>
      <div class="side-foot">
        <span class="num">{workbench === undefined ? '' : `v${workbench.version}`}</span>
        <button type="button" class="button quiet" onClick={() => openDialog.set({ kind: 'connections' })}>
          Connections…
        </button>
      </div>
    </nav>
  )
}

/** Filters the lists to tables whose names contain a text. */
function TableFilter({
  part,
  onChange,
}: {
  readonly part: string
  readonly onChange: (part: string) => void
}) {
  return (
    <div class="side-filter">
      <input
        class="field"
        type="search"
        aria-label="Filter tables"
        placeholder="Filter tables"
        spellcheck={false}
        value={part}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || part === '') return
          event.stopPropagation()
          onChange('')
        }}
      />
    </div>
  )
}

interface ConnectionTablesProps {
  readonly connection: ConnectionInfo
  /** The text that names must contain, in lower case. */
  readonly part: string
}

function ConnectionTables({ connection, part }: ConnectionTablesProps) {
  const { tables } = useStore(appState)
  const route = useStore(currentRoute)
  const list = tables.get(connection.id)
  const names = (list?.names ?? []).filter((name) => name.toLowerCase().includes(part))
  const current =
    route.connection === connection.id && names.includes(route.table ?? '') ? route.table : undefined
  const pages = usePages(names.length, DRAWN_TABLES)
  useLayoutEffect(() => pages.goTo(Math.max(0, names.indexOf(current ?? ''))), [current, part])
  // It is visible only once its page of the list is drawn.
  const element = useChosenInView<HTMLElement>(current && `${current} ${pages.from}`)
  return (
    <section ref={element} class="connection" aria-label={connection.name}>
      <header>
        <h2 title={connection.address}>{connection.name}</h2>
        {connection.readOnly ? (
          <span class="faint" title="Read-only">
            <Icon name="lock" size={13} />
          </span>
        ) : (
          <button
            type="button"
            class="button quiet icon-only"
            aria-label={`Create a table in ${connection.name}`}
            title="Create a table"
            onClick={() => openDialog.set({ kind: 'create-table', connection: connection.id })}
          >
            <Icon name="plus" size={14} />
          </button>
        )}
      </header>
      {list === undefined ? <p class="side-note late">Reading…</p> : null}
      {list?.failure === undefined ? null : (
        <>
          <p class="side-note">{list.failure}</p>
          <OpenByName connection={connection} />
        </>
      )}
      {list?.names.length === 0 && list.failure === undefined ? (
        <p class="side-note">
          <a href={hrefTo({ connection: connection.id, table: undefined })}>No tables yet</a>
        </p>
      ) : null}
      {names.length === 0 && part !== '' && list?.names.length !== 0 ? (
        <p class="side-note">No matching tables</p>
      ) : null}
      <Pages pages={pages} label={connection.name} />
      <ul>
        {names.slice(pages.from, pages.to).map((table) => (
          <li key={table}>
            <a
              class="table-link"
              href={hrefTo({ connection: connection.id, table, screen: route.screen })}
              aria-current={current === table ? 'true' : undefined}
              aria-label={table}
              title={table}
            >
              <Icon name="table" size={14} />
              <TableName name={table} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens a table by name: a user who may not list tables may still know one. */
function OpenByName({ connection }: { readonly connection: ConnectionInfo }) {
  const [name, setName] = useState('')
  return (
    <form
      class="side-filter"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') navigate({ connection: connection.id, table: name.trim() })
      }}
    >
      <input
        class="field"
        aria-label={`Open a table of ${connection.name} by its name`}
        placeholder="Open a table by its name"
        spellcheck={false}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
    </form>
  )
}

/**
 * Shows the name of a table. The middle of a long name is left out, since generated names often differ only at the end.
 */
function TableName({ name }: { readonly name: string }) {
  if (name.length <= TAIL_FROM) return <span>{name}</span>
  return (
    <>
      <span>{name.slice(0, -TAIL)}</span>
      <span class="tail">{name.slice(-TAIL)}</span>
    </>
  )
}

function Samples() {
  const samples = openableSamples(useStore(appState).workbench)
  if (samples.length === 0) return null
  return (
    <section aria-label="Samples">
      <h2 class="side-group">Samples</h2>
      <ul>
        {samples.map(({ name, title, description }) => (
          <li key={name}>
            <button
              type="button"
              class="table-link"
              title={description}
              onClick={() => void openSample(name).catch(toastFailure)}
            >
              <Icon name="spark" size={14} />
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="var(--on-accent)">
        <rect x="7" y="8" width="5" height="16" rx="1.5" />
        <rect x="14.5" y="8" width="10.5" height="4" rx="1.5" />
        <rect x="14.5" y="14" width="10.5" height="4" rx="1.5" opacity=".7" />
        <rect x="14.5" y="20" width="7" height="4" rx="1.5" opacity=".45" />
      </g>
    </svg>
  )
}
