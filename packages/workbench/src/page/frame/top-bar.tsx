import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import { currentRoute, hrefToScreen } from '../navigation.ts'
import { screenNames } from '../route.ts'
import { screens } from '../screens.ts'
import { useStore } from '../store.ts'
import { exportTables } from './export-tables.ts'
import { Icon } from './icons.tsx'
import { chooseFile } from './import-file.ts'
import { openDialog } from './open-dialog.ts'
import { SideToggle } from './side-toggle.tsx'
import { nextTheme, theme } from './theme.ts'
import { toastFailure } from './toasts.tsx'
import { useChosenInView } from './use-chosen-in-view.ts'

interface TopBarProps {
  readonly connection?: ConnectionInfo | undefined
  readonly table?: string | undefined
  readonly model?: TableModel | undefined
  readonly isMissing: boolean
}

/** The bar above the screen: the current location, the screens, and what concerns the whole page. */
export function TopBar({ connection, table, model, isMissing }: TopBarProps) {
  const route = useStore(currentRoute)
  const tabs = useChosenInView<HTMLElement>(table === undefined ? undefined : route.screen)
  return (
    <header class="top">
      <SideToggle />
      {table === undefined ? null : (
        <>
          <div class="where">
            <h1 title={table}>{table}</h1>
            {connection?.readOnly ? (
              <span class="badge" title="This connection is read-only">
                <Icon name="lock" size={11} /> read-only
              </span>
            ) : null}
            {model?.source === 'guessed' ? (
              <span class="badge" title="No model file: entities are guessed from the data">
                guessed
              </span>
            ) : null}
          </div>
          <nav ref={tabs} class="tabs" aria-label="Screens">
            {screenNames.map((screen) => (
              <a
                key={screen}
                href={hrefToScreen(screen)}
                aria-current={route.screen === screen ? 'page' : undefined}
              >
                {screens[screen].title}
              </a>
            ))}
          </nav>
        </>
      )}
      <div class="right">
        <button
          type="button"
          class="button quiet palette-button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => openDialog.set({ kind: 'palette' })}
        >
          <Icon name="search" />
          <span class="wide">Search</span>
          <span class="visually-hidden"> and commands</span>
          <kbd>{isMac() ? '⌘' : 'Ctrl'} K</kbd>
        </button>
        {connection === undefined || table === undefined || isMissing ? null : (
          <TableActions connection={connection} table={table} />
        )}
        <ThemeButton />
      </div>
    </header>
  )
}

function TableActions({
  connection,
  table,
}: {
  readonly connection: ConnectionInfo
  readonly table: string
}) {
  return (
    <>
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={`About ${table}`}
        title="Table settings"
        onClick={() => openDialog.set({ kind: 'table', connection: connection.id, table })}
      >
        <Icon name="info" />
      </button>
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={`Export ${table} for NoSQL Workbench`}
        title="Export for NoSQL Workbench"
        onClick={() => void exportTables(connection.id, [table]).catch(toastFailure)}
      >
        <Icon name="down" />
      </button>
      {connection.readOnly ? null : (
        <button
          type="button"
          class="button quiet icon-only"
          aria-label={`Import a file into ${table}`}
          title="Import a CSV or NoSQL Workbench file"
          onClick={() => chooseFile(connection.id)}
        >
          <Icon name="up" />
        </button>
      )}
      {connection.readOnly ? null : (
        <button
          type="button"
          class="button quiet icon-only"
          aria-label={`Delete ${table}`}
          title="Delete table…"
          onClick={() => openDialog.set({ kind: 'delete-table', connection: connection.id, table })}
        >
          <Icon name="trash" />
        </button>
      )}
    </>
  )
}

function ThemeButton() {
  const chosen = useStore(theme)
  const icons = { auto: 'auto', light: 'sun', dark: 'moon' } as const
  const names = { auto: 'system', light: 'light', dark: 'dark' }
  return (
    <button
      type="button"
      class="button quiet icon-only"
      aria-label={`Theme: ${names[chosen]}`}
      title={`Theme: ${names[chosen]}`}
      onClick={nextTheme}
    >
      <Icon name={icons[chosen]} />
    </button>
  )
}

function isMac(): boolean {
  return navigator.platform.startsWith('Mac')
}
