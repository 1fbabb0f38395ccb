import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { SendAnswer, TableModel } from '../../shared/api.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { CodeEditor } from '../code/code-editor.tsx'
import { saveCsv } from '../csv/save-csv.ts'
import { wireJson } from '../item/wire-json.ts'
import { ItemList } from '../results/item-list.tsx'
import { answeredItems } from './answered-items.ts'
import type { Explanation } from './explain-answer.ts'
import { Explained, Failed } from './explained.tsx'
import type { HistoryEntry } from './history.ts'
import { HistoryList } from './history-list.tsx'

export interface Run {
  readonly call: SnippetCall
  readonly pages: readonly SendAnswer[]
  readonly explanation: Explanation
}

interface ResultPaneProps {
  readonly run: Run | undefined
  readonly model: TableModel
  readonly isRunning: boolean
  readonly history: readonly HistoryEntry[]
  /** Whether a call was run on another table or connection. */
  readonly isElsewhere: (entry: HistoryEntry) => boolean
  readonly onChoose: (entry: HistoryEntry, run: boolean) => void
  readonly onMore: () => void
  /** The list of saved operations, and how many there are. */
  readonly saved: ComponentChildren
  readonly savedCount: number
}

type Tab = 'items' | 'json' | 'history' | 'saved'

/** The result of a call, as items or as JSON, and the calls that were run before. */
export function ResultPane(props: ResultPaneProps) {
  const { run, model, isRunning, history } = props
  const [tab, setTab] = useState<Tab>('items')
  // Otherwise the list that it was run from would hide what it returns.
  useLayoutEffect(() => {
    if (isRunning) setTab((shown) => (shown === 'json' ? shown : 'items'))
  }, [isRunning])
  const items = run === undefined ? [] : answeredItems(run.pages)
  const failure = run?.pages.at(-1)?.error
  const tabs: readonly (readonly [Tab, string])[] = [
    [
      'items',
      run === undefined || failure !== undefined ? 'Items' : `Items ${items.length.toLocaleString('en')}`,
    ],
    ['json', 'Answer as JSON'],
    ['history', `History ${history.length}`],
    ['saved', `Saved ${props.savedCount}`],
  ]
  return (
    <section class="result-pane" aria-label="Result" aria-busy={isRunning}>
      {run !== undefined && failure === undefined && (
        <Explained explanation={run.explanation} pages={run.pages} />
      )}
      <div class="result-bar">
        <div class="tabs" role="tablist" aria-label="Result">
          {tabs.map(([name, title]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={tab === name}
              onClick={() => setTab(name)}
            >
              {title}
            </button>
          ))}
        </div>
        <span class="grow" />
        {tab === 'items' && items.length > 0 && (
          <button
            type="button"
            class="button quiet"
            title="Save these items as CSV"
            onClick={() => saveCsv(model.table, items, model.key)}
          >
            Save as CSV
          </button>
        )}
        {run?.explanation.more === true && (
          <button type="button" class="button" disabled={isRunning} onClick={props.onMore}>
            Next page
          </button>
        )}
      </div>
      <div class="result-body" role="tabpanel">
        {tab === 'saved' ? (
          props.saved
        ) : tab === 'history' ? (
          <HistoryList
            entries={history}
            isElsewhere={props.isElsewhere}
            isRunning={props.isRunning}
            onChoose={props.onChoose}
          />
        ) : run === undefined ? (
          <div class="empty">
            <p>
              Nothing has run yet. <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs the operation above.
            </p>
          </div>
        ) : failure !== undefined ? (
          <Failed failure={failure} />
        ) : tab === 'json' ? (
          <CodeEditor
            text={wireJson(run.pages.at(-1)?.output ?? {})}
            language="json"
            label="Answer"
            readOnly
          />
        ) : items.length === 0 ? (
          <div class="empty">
            <p>{emptyText(run)}</p>
          </div>
        ) : (
          <ItemList items={items} model={model} index={indexOf(run.call)} label="Items" />
        )}
      </div>
    </section>
  )
}

function indexOf({ input }: SnippetCall): string | undefined {
  const { IndexName } = input as { readonly IndexName?: string }
  return IndexName
}

function emptyText({ call, explanation }: Run): string {
  if (explanation.kind === 'write') return 'Done. The answer has no items.'
  if (call.operation === 'GetItem') return 'There is no item with this key.'
  if (explanation.more) return 'No items on this page. There are more pages.'
  return 'No items were found.'
}
