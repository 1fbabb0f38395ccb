import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { PatternModel, PatternRun, TableModel } from '../../shared/api.ts'
import { wireJson } from '../item/wire-json.ts'
import { keyParam } from '../keys/key-param.ts'
import { keyValueText } from '../keys/key-value.ts'
import { formatPartition } from '../keys/partition-filter.ts'
import type { Navigate } from '../navigation.ts'
import { answeredItems } from '../operations/answered-items.ts'
import { explainAnswer } from '../operations/explain-answer.ts'
import { Explained, Failed } from '../operations/explained.tsx'
import { ItemList } from '../results/item-list.tsx'

interface PatternResultProps {
  readonly runs: readonly PatternRun[]
  readonly pattern: PatternModel
  readonly model: TableModel
  readonly navigate: Navigate
  readonly isRunning: boolean
  readonly onMore: () => void
  readonly onSave: () => void
}

const LIT_MAX = 200

/** What a call of a pattern sent, what came back, and what it consumed. */
export function PatternResult(props: PatternResultProps) {
  const { runs, pattern, model, navigate } = props
  const pages = runs.flatMap(({ answer, more = [] }) => [answer, ...more.map((one) => one.answer)])
  const failure = pages.find(({ error }) => error !== undefined)?.error
  const items = answeredItems(pages)
  const [first] = runs
  if (first === undefined) return null
  if (failure !== undefined) return <Failed failure={failure} />
  const index = pattern.index === 'primary' ? undefined : pattern.index
  const explanation = explainAnswer(first.request, pages, model)
  return (
    <section class="pattern-result" aria-label="Result" aria-busy={props.isRunning}>
      <Explained explanation={explanation} pages={pages} />
      <div class="pattern-result-bar">
        {first.expected === 'same' && <span class="badge good">✓ as expected</span>}
        {first.expected === 'different' && <span class="badge bad">✕ not as expected</span>}
        <span class="grow" />
        {runs.at(-1)?.next !== undefined && (
          <button type="button" class="button" disabled={props.isRunning} onClick={props.onMore}>
            Next page
          </button>
        )}
        <button type="button" class="button" disabled={props.isRunning} onClick={props.onSave}>
          Save as expected
        </button>
        <button
          type="button"
          class="button"
          disabled={items.length === 0}
          onClick={() =>
            navigate({
              screen: 'collections',
              params: litParams(runs, items, { model, index, name: pattern.name }),
            })
          }
        >
          Show in collections
        </button>
      </div>
      <div class="pattern-items" style={{ height: `${Math.min(10, Math.max(2, items.length)) * 34 + 32}px` }}>
        {items.length === 0 ? (
          <p class="empty">No items were found.</p>
        ) : (
          <ItemList items={items} model={model} index={index} label={`Items of ${pattern.name}`} />
        )}
      </div>
      <details>
        <summary>
          {first.request.operation} as sent
          {first.more !== undefined && `, and ${first.more.length} more`}
        </summary>
        <pre class="mono">{wireJson(first.request.input)}</pre>
      </details>
    </section>
  )
}

interface Where {
  readonly model: TableModel
  readonly index: string | undefined
  readonly name: string
}

/** Returns the parameters of the view with the rows, and the rows to highlight. */
function litParams(
  runs: readonly PatternRun[],
  items: readonly AttributeMap[],
  { model, index, name }: Where,
) {
  const key = model.indexes.find((one) => one.name === index) ?? model.key
  const attributes = key.pk.map((one) => one.name)
  const texts = attributes.map((attribute) => keyValueText(getOwn(items[0] ?? {}, attribute)))
  const [partition] = texts
  const isOne = items.every((item) =>
    attributes.every((attribute, place) => keyValueText(getOwn(item, attribute)) === texts[place]),
  )
  const lit = runs.flatMap(({ keys }) => keys.map((one) => keyParam(one.key as AttributeMap)))
  return {
    ...(index === undefined ? {} : { index }),
    // Rows of a single partition are shown in it; others among all rows.
    ...(isOne && texts.length === 1 && partition !== undefined ? { pk: formatPartition(partition) } : {}),
    pattern: name,
    lit: JSON.stringify(lit.slice(0, LIT_MAX)),
  }
}
