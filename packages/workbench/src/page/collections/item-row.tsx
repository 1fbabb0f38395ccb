import { type AttributeMap, hasOwn } from '@monotable/protocol'
import { entityStyle } from '../keys/colours.ts'
import { entityOf } from '../keys/entity-of.ts'
import { charactersIn } from '../keys/key-characters.ts'
import { keyParam } from '../keys/key-param.ts'
import { KeyText } from '../keys/key-text.tsx'
import { keyOf, partitionText, sortText } from '../keys/key-value.ts'
import { plainSight, showTurning } from '../keys/plain-sight.ts'
import { type CellWidths, type ItemCell, itemCells } from './item-cells.ts'
import { keyModelOf } from './read-request.ts'
import type { ViewProps } from './view-props.ts'

interface ItemRowProps {
  readonly view: ViewProps
  readonly item: AttributeMap
  readonly row: number
  readonly topPx: number
  readonly isFirst: boolean
  readonly isActive: boolean
  readonly roomPx: number
  /** The number of characters of the sort key for which there is room. */
  readonly keyCharacters: number
  readonly widths: CellWidths
  readonly onChoose: (row: number) => void
}

/** One item: its entity above its sort key, then each attribute's name above its value. */
export function ItemRow({ view, item, row, topPx, isFirst, isActive, ...rest }: ItemRowProps) {
  const { model, index, staged, selected, lit, onOpen } = view
  const id = keyParam(keyOf(item, model.key))
  const edit = staged.get(id)
  const shown = edit?.mine ?? item
  const entity = entityOf(model, shown)
  const { roomPx, keyCharacters, widths } = rest
  const { cells, hidden, unprojected } = itemCells(shown, { model, index, entity, roomPx, widths })
  const key = keyModelOf(model, index)
  const classes = [
    'item hued',
    isFirst ? 'first' : '',
    isActive ? 'active' : '',
    selected === id ? 'selected' : '',
    lit?.has(id) ? 'lit' : '',
    edit === undefined
      ? ''
      : edit.conflict !== undefined
        ? 'conflict'
        : edit.mine === undefined
          ? 'deleted'
          : 'edited',
  ]
  return (
    <div
      id={`row-${row}`}
      class={classes.join(' ')}
      role="row"
      aria-rowindex={row + 1}
      aria-selected={selected === id}
      style={{ transform: `translateY(${topPx}px)`, ...entityStyle(model, entity) }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a') !== null) return
        rest.onChoose(row)
        onOpen(item)
      }}
      onKeyDown={() => undefined}
    >
      <span class="visually-hidden" role="gridcell" aria-label={partitionText(item, key)} />
      <div class="item-key" role="gridcell">
        <span class="item-entity">{showTurning(entity ?? 'item')}</span>
        {key.sk.length === 0 ? null : (
          <KeyText
            model={model}
            entity={entity}
            attribute={key.sk[0]?.name ?? ''}
            value={sortText(shown, key)}
            item={key.sk.length === 1 ? shown : undefined}
            room={keyCharacters}
          />
        )}
      </div>
      {cells.map((cell) => (
        <AttributeCell key={cell.name} view={view} item={shown} entity={entity} cell={cell} />
      ))}
      {unprojected.length === 0 || !hasRoom(cells, roomPx) ? null : (
        <div class="cell unprojected" role="gridcell" title={`Not in ${index}: ${unprojected.join(', ')}`}>
          <span class="cell-name">not projected</span>
          <span class="cell-value">{unprojected.map(plainSight).join(', ')}</span>
        </div>
      )}
      {hidden === 0 ? null : (
        <span class="more num" role="gridcell">
          +{hidden}
        </span>
      )}
    </div>
  )
}

function AttributeCell({
  view,
  item,
  entity,
  cell,
}: {
  readonly view: ViewProps
  readonly item: AttributeMap
  readonly entity: string | undefined
  readonly cell: ItemCell
}) {
  const { model } = view
  const { name, text, type, isKey, widthPx } = cell
  return (
    <div class={`cell type-${type}`} role="gridcell" style={{ width: `${widthPx}px` }}>
      <span class="cell-name">{plainSight(name)}</span>
      {isKey && hasOwn(item, name) ? (
        <KeyText
          model={model}
          entity={entity}
          attribute={name}
          value={text}
          item={item}
          room={charactersIn(widthPx)}
        />
      ) : (
        <span class="cell-value" title={text}>
          {text}
        </span>
      )}
    </div>
  )
}

function hasRoom(cells: readonly ItemCell[], roomPx: number): boolean {
  return cells.reduce((sum, { widthPx }) => sum + widthPx + 20, 0) + 160 < roomPx
}
