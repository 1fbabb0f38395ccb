import type { TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { scrollSideways } from '../frame/scroll-sideways.ts'
import { useChosenInView } from '../frame/use-chosen-in-view.ts'
import { openNewItem } from '../item/new-item.ts'
import { entityStyle } from '../keys/colours.ts'
import { parsePartition, partitionField } from '../keys/partition-filter.ts'
import { plainSight } from '../keys/plain-sight.ts'
import type { Navigate } from '../navigation.ts'
import { FilterField } from './filter-field.tsx'
import { hasBeginning, keyModelOf } from './read-request.ts'

interface FilterBarProps {
  readonly model: TableModel
  readonly params: { readonly [name: string]: string }
  readonly index: string | undefined
  readonly entity: string | undefined
  readonly navigate: Navigate
  readonly readOnly: boolean
  readonly onReload: () => void
  /** Saves the listed items, once all of them have been read. */
  readonly onSave: (() => void) | undefined
}

/** The filters of the rows: the partition, the prefix of the sort key, the entity. */
export function FilterBar(props: FilterBarProps) {
  const { model, params, index, entity, navigate, readOnly, onReload, onSave } = props
  const key = keyModelOf(model, index)
  const [sort] = key.sk
  const pk = params['pk'] ?? ''
  const { text: partition, isPrefix } = parsePartition(pk, key)
  const chips = useChosenInView<HTMLDivElement>(entity)
  return (
    <div class="toolbar filter-bar">
      <FilterField
        {...partitionField(key)}
        value={pk}
        isFirst
        onChange={(text) =>
          navigate({ params: { pk: text || undefined, sk: undefined, lit: undefined, pattern: undefined } })
        }
      />
      {sort === undefined || pk === '' || isPrefix ? null : (
        <FilterField
          label={plainSight(sort.name)}
          value={params['sk'] ?? ''}
          placeholder={`${plainSight(sort.name)}${hasBeginning(sort) ? ' begins…' : ''}`}
          onChange={(text) => navigate({ params: { sk: text || undefined } })}
        />
      )}
      <div ref={chips} class="entity-chips" role="group" aria-label="Entities" onWheel={scrollSideways}>
        {model.entities.map(({ name }) => (
          <button
            type="button"
            key={name}
            class="chip hued"
            style={entityStyle(model, name)}
            aria-pressed={entity === name}
            onClick={() => navigate({ params: { entity: entity === name ? undefined : name } })}
          >
            <span class="dot" />
            {name}
          </button>
        ))}
      </div>
      {params['pattern'] === undefined ? null : (
        <button
          type="button"
          class="chip"
          aria-pressed="true"
          onClick={() => navigate({ params: { pattern: undefined, lit: undefined } })}
        >
          {params['pattern']} <Icon name="close" size={12} />
        </button>
      )}
      <div class="filter-actions">
        <button
          type="button"
          class="button quiet icon-only"
          aria-label="Reload"
          title="Reload"
          onClick={onReload}
        >
          <Icon name="refresh" />
        </button>
        <button
          type="button"
          class="button quiet"
          aria-label="Save as CSV"
          title={onSave === undefined ? 'Read all first, then save as CSV' : 'Save these items as CSV'}
          disabled={onSave === undefined}
          onClick={onSave}
        >
          <Icon name="down" size={14} />
          CSV
        </button>
        {readOnly ? null : (
          <button
            type="button"
            class="button"
            onClick={() => openNewItem(index === undefined && !isPrefix ? partition : '')}
          >
            <Icon name="plus" size={14} />
            New item
          </button>
        )}
      </div>
    </div>
  )
}
