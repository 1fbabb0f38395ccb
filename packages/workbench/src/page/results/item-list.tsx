import { type AttributeMap, getOwn, hasOwn } from '@monotable/protocol'
import { useMemo } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import { valuePreview } from '../collections/value-preview.ts'
import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { charactersIn } from '../keys/key-characters.ts'
import { keyParam } from '../keys/key-param.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyOf, keyValueText } from '../keys/key-value.ts'
import { navigate } from '../navigation.ts'
import './results.css'
import { plainSight, showTurning } from '../keys/plain-sight.ts'
import { keyWidths } from './key-widths.ts'
import { VirtualList } from './virtual-list.tsx'

interface ItemListProps {
  readonly items: readonly AttributeMap[]
  readonly model: TableModel
  readonly index?: string | undefined
  readonly label: string
}

const ROW_PX = 34
/** The width to which columns of keys shrink in a narrow window. */
const KEY_MIN_PX = 130

/** Items as rows: their entity, their keys, and then their own attributes with names. */
export function ItemList({ items, model, index, label }: ItemListProps) {
  const key = model.indexes.find(({ name }) => name === index) ?? model.key
  const keys = [...key.pk, ...key.sk]
  const allKeys = new Set(
    [model.key, ...model.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name }) => name),
  )
  const widths = useMemo(
    () =>
      keyWidths(
        items,
        keys.map(({ name }) => name),
      ),
    [items, model, index],
  )
  const columns = widths.map((widthPx) => `minmax(${Math.min(KEY_MIN_PX, widthPx)}px, ${widthPx}px)`)
  return (
    <div class="item-list" style={{ '--keys': columns.join(' ') }}>
      <VirtualList
        count={items.length}
        rowPx={ROW_PX}
        label={label}
        columns={keys.length + 2}
        header={
          <div class="item-list-header" role="row">
            <span role="columnheader">Entity</span>
            {keys.map(({ name }) => (
              <span key={name} role="columnheader" class="mono">
                {plainSight(name)}
              </span>
            ))}
            <span role="columnheader">Attributes</span>
          </div>
        }
        row={(place) => {
          const item = items[place] ?? {}
          const entity = entityOf(model, item)
          const whole = [...model.key.pk, ...model.key.sk].every(({ name }) => hasOwn(item, name))
          return (
            <>
              <span role="gridcell">
                <button
                  type="button"
                  class="open-item"
                  disabled={!whole}
                  aria-label={`Open item ${place + 1}${entity === undefined ? '' : `, ${entity}`}`}
                  onClick={() => navigate({ params: { item: keyParam(keyOf(item, model.key)) } })}
                >
                  {entity === undefined ? (
                    <span class="badge">item</span>
                  ) : (
                    <span class="entity" style={entityStyle(model, entity)}>
                      {showTurning(entity)}
                    </span>
                  )}
                </button>
              </span>
              {keys.map(({ name }, at) => (
                <span key={name} role="gridcell" class="cell-key">
                  <KeyText
                    model={model}
                    entity={entity}
                    attribute={name}
                    value={keyValueText(getOwn(item, name)) ?? ''}
                    item={item}
                    room={charactersIn(widths[at] ?? 0)}
                  />
                </span>
              ))}
              <span role="gridcell" class="cell-attributes" title={attributesText(item, allKeys)}>
                <Attributes
                  item={item}
                  hidden={allKeys}
                  last={slotsOf(model, entity)}
                  type={model.typeAttribute}
                />
              </span>
            </>
          )
        }}
      />
    </div>
  )
}

const SHOWN_MAX = 12

/** Formats all attributes except the keys, to show what is cut off. */
function attributesText(item: AttributeMap, hidden: ReadonlySet<string>): string {
  return Object.entries(item)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}: ${valuePreview(value).text}`)
    .join('\n')
}

interface AttributesProps {
  readonly item: AttributeMap
  readonly hidden: ReadonlySet<string>
  /** Attributes whose values the keys already show. */
  readonly last: ReadonlySet<string>
  readonly type: string | undefined
}

function Attributes(props: AttributesProps) {
  const own = Object.keys(props.item).filter((name) => !props.hidden.has(name) && name !== props.type)
  const names = [
    ...own.filter((name) => !props.last.has(name)),
    ...own.filter((name) => props.last.has(name)),
  ]
  return (
    <>
      {names.slice(0, SHOWN_MAX).map((name) => {
        const value = getOwn(props.item, name)
        return value === undefined ? null : (
          <span key={name} class="item-attribute">
            <span class="item-attribute-name">{plainSight(name)}</span> {valuePreview(value).text}
          </span>
        )
      })}
      {names.length > SHOWN_MAX && <span class="faint">+{names.length - SHOWN_MAX}</span>}
    </>
  )
}

function slotsOf(model: TableModel, entity: string | undefined): ReadonlySet<string> {
  const templates = model.entities.find(({ name }) => name === entity)?.templates ?? {}
  const parts = [...model.key.pk, ...model.key.sk].flatMap(({ name }) => getOwn(templates, name) ?? [])
  return new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))
}
