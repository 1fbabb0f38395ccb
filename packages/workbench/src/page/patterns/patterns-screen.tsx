import type { ConnectionInfo } from '../../shared/api.ts'
import { exportTables } from '../frame/export-tables.ts'
import { toastFailure } from '../frame/toasts.tsx'
import { withoutMiddle } from '../keys/key-segments.ts'
import type { ScreenProps } from '../screen-props.ts'
import { PatternDetail } from './pattern-detail.tsx'
import { PatternList } from './pattern-list.tsx'
import { Findings } from './pattern-state.tsx'
import './patterns.css'
import { startCommand } from './start-command.ts'

/** The access patterns of the table, by name. */
export function PatternsScreen({ connection, model, route, navigate }: ScreenProps) {
  const { patterns, findings } = model
  const chosen = patterns.find(({ name }) => name === route.params['name'])
  if (patterns.length === 0) {
    return model.source === 'guessed' ? (
      <NoModel connection={connection} table={model.table} />
    ) : (
      <NoPatterns />
    )
  }
  return (
    <div class={chosen === undefined ? 'screen patterns' : 'screen patterns chosen'}>
      <div class="pattern-side">
        <PatternList patterns={patterns} model={model} chosen={chosen?.name} />
        {chosen === undefined && findings.length > 0 && (
          <section aria-label="Findings">
            <h2>About the table</h2>
            <Findings findings={findings} />
          </section>
        )}
      </div>
      {chosen !== undefined && (
        <PatternDetail
          key={chosen.name}
          pattern={chosen}
          model={model}
          connection={connection}
          given={route.params['args']}
          navigate={navigate}
        />
      )}
    </div>
  )
}

const example = `export const account = shop.collect('primary', {
  customer: Customer.one(),
  orders: Order.many(),
}, { order: 'newest', page: 10 })`

function NoPatterns() {
  return (
    <div class="empty">
      <h2>No access patterns yet</h2>
      <p>The model of this table has none. Add one to it, such as</p>
      <pre class="mono pattern-example">{example}</pre>
    </div>
  )
}

/** Shown for a table without a model, which patterns require: offers a first draft of one. */
function NoModel({ connection, table }: { readonly connection: ConnectionInfo; readonly table: string }) {
  return (
    <div class="empty">
      <h2>No access patterns yet</h2>
      <p>
        Access patterns come from a model file, and this table’s entities were only guessed from its data.
        Save the guess as a draft of the model, and open the workbench with it:
      </p>
      <div class="actions">
        <button
          type="button"
          class="button"
          onClick={() => void exportTables(connection.id, [table], { isDraft: true }).catch(toastFailure)}
        >
          Save {withoutMiddle(`${table}.json`, 36)}
        </button>
      </div>
      <pre class="mono pattern-example">
        {`monotable import nosql-workbench ${table}.json --out model.ts\n${startCommand(connection)}`}
      </pre>
      <p>Then add access patterns to the model, such as</p>
      <pre class="mono pattern-example">{example}</pre>
    </div>
  )
}
