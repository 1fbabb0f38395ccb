import type { KeyModel, TableModel } from '../../shared/api.ts'
import { scrollSideways } from '../frame/scroll-sideways.ts'
import { useChosenInView } from '../frame/use-chosen-in-view.ts'
import { plainSight } from '../keys/plain-sight.ts'
import { hrefTo, type Navigate } from '../navigation.ts'

interface IndexTabsProps {
  readonly model: TableModel
  readonly index: string | undefined
  readonly view: 'collections' | 'table' | 'json'
  readonly navigate: Navigate
}

const views = [
  ['collections', 'Collections'],
  ['table', 'Entity table'],
  ['json', 'JSON'],
] as const

/** Tabs for the table and its indexes, each with its own order; and the choice of view. */
export function IndexTabs({ model, index, view, navigate }: IndexTabsProps) {
  const tabs: readonly (readonly [string | undefined, KeyModel])[] = [
    [undefined, model.key],
    ...model.indexes.map((described) => [described.name, described] as const),
  ]
  const list = useChosenInView<HTMLElement>(index ?? '')
  return (
    <div class="index-bar">
      <nav ref={list} class="tabs" aria-label="Table and indexes" onWheel={scrollSideways}>
        {tabs.map(([name, key]) => (
          <a
            key={name ?? ''}
            aria-current={name === index ? 'page' : undefined}
            href={hrefTo({
              params: { index: name, pk: undefined, sk: undefined, lit: undefined, pattern: undefined },
            })}
            title={projectionText(model, name)}
          >
            {name ?? 'Table'}
            <span class="tab-key mono">
              {[...key.pk, ...key.sk].map(({ name }) => plainSight(name)).join(' ')}
            </span>
          </a>
        ))}
      </nav>
      <div class="segmented" role="group" aria-label="Show items as">
        {views.map(([name, title]) => (
          <button
            type="button"
            key={name}
            aria-pressed={view === name}
            onClick={() => navigate({ params: { view: name === 'collections' ? undefined : name } })}
          >
            {title}
          </button>
        ))}
      </div>
    </div>
  )
}

function projectionText(model: TableModel, name: string | undefined): string {
  const index = model.indexes.find((described) => described.name === name)
  if (index === undefined) return 'The table itself'
  const { kind, projection } = index
  const held =
    projection === 'ALL'
      ? 'all attributes'
      : projection === 'KEYS_ONLY'
        ? 'keys only'
        : `keys and ${projection.join(', ')}`
  return `A ${kind} index that holds ${held}`
}
