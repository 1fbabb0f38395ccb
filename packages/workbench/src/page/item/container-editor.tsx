import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import { useState } from 'preact/hooks'
import { valuePreview } from '../collections/value-preview.ts'
import { Icon } from '../frame/icons.tsx'
import { Pages, type PagesState, usePages } from '../frame/pages.tsx'
import { AttributeLine } from './attribute-line.tsx'
import { withAttribute, withoutAttribute } from './edit-map.ts'
import type { Editor } from './editor.ts'
import { useLines } from './use-lines.ts'

interface ContainerProps {
  readonly label: string
  readonly depth: number
  readonly room: number
  readonly readOnly: boolean
  readonly onChange: (value: AttributeValue) => void
  readonly Editor: Editor
}

/** Deeper levels start closed, and so does anything for which there is no room: items are read from the outside in. */
const OPEN_DEPTH = 2

function beginsOpen(depth: number, room: number, pages: PagesState): boolean {
  return depth < OPEN_DEPTH && hasRoom(room, pages)
}

/** Whether there is room for the entries of a page when they are first drawn. */
export function hasRoom(room: number, { from, to }: PagesState): boolean {
  return to - from <= room
}

/** Divides the room among the maps, lists and sets on a page of values. */
export function roomOfEach(
  room: number,
  values: readonly AttributeValue[],
  { from, to }: PagesState,
): number {
  const withEntries = values
    .slice(from, to)
    .filter((value) => Array.isArray(Object.values(value)[0]) || 'M' in value)
  return room / Math.max(1, withEntries.length)
}

export function MapEditor({
  map,
  label,
  depth,
  room,
  readOnly,
  onChange,
  Editor,
}: ContainerProps & { readonly map: AttributeMap }) {
  const change = (next: AttributeMap) => onChange({ M: next })
  const entries = Object.entries(map)
  const pages = usePages(entries.length)
  const [isOpen, setIsOpen] = useState(beginsOpen(depth, room, pages))
  const innerRoom = roomOfEach(room, Object.values(map), pages)
  const lines = useLines(map, change)
  return (
    <div class="container">
      <Fold
        isOpen={isOpen}
        label={label}
        summary={valuePreview({ M: map }).text}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <div class="nested" role="group">
          <Pages pages={pages} label={label} />
          {entries.slice(pages.from, pages.to).map(([name, entry]) => (
            <AttributeLine
              key={lines.keyOf(name)}
              name={name}
              label={`${label}.${name}`}
              value={entry}
              depth={depth + 1}
              room={innerRoom}
              readOnly={readOnly}
              Editor={Editor}
              onChange={(value) => change(withAttribute(map, name, value))}
              isAdded={lines.isAdded(name)}
              onRename={(renamed) => lines.rename(name, renamed)}
              onRemove={() => change(withoutAttribute(map, name))}
            />
          ))}
          {readOnly ? null : (
            <AddButton
              what="entry"
              onClick={() => {
                pages.goTo(entries.length)
                lines.add()
              }}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}

export function ListEditor({
  list,
  label,
  depth,
  room,
  readOnly,
  onChange,
  Editor,
}: ContainerProps & { readonly list: readonly AttributeValue[] }) {
  const change = (next: readonly AttributeValue[]) => onChange({ L: next })
  const pages = usePages(list.length)
  const [isOpen, setIsOpen] = useState(beginsOpen(depth, room, pages))
  const innerRoom = roomOfEach(room, list, pages)
  const shown = list.slice(pages.from, pages.to).map((element, at) => ({ element, place: pages.from + at }))
  return (
    <div class="container">
      <Fold
        isOpen={isOpen}
        label={label}
        summary={valuePreview({ L: list }).text}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen ? (
        <div class="nested" role="group">
          <Pages pages={pages} label={label} />
          {shown.map(({ element, place }) => (
            <AttributeLine
              key={place}
              name={String(place)}
              label={`${label}[${place}]`}
              value={element}
              depth={depth + 1}
              room={innerRoom}
              readOnly={readOnly}
              Editor={Editor}
              onChange={(value) => change(list.map((known, other) => (other === place ? value : known)))}
              onRemove={() => change(list.filter((_, other) => other !== place))}
            />
          ))}
          {readOnly ? null : (
            <AddButton
              what="element"
              onClick={() => {
                pages.goTo(list.length)
                change([...list, list.at(-1) ?? { S: '' }])
              }}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}

interface FoldProps {
  readonly isOpen: boolean
  readonly label: string
  readonly summary: string
  readonly onToggle: () => void
}

/** A button that opens and closes what is below it. */
export function Fold({ isOpen, label, summary, onToggle }: FoldProps) {
  return (
    <button
      type="button"
      class="fold mono"
      aria-expanded={isOpen}
      aria-label={`${label}: ${summary}`}
      onClick={onToggle}
    >
      <Icon name="chevron" size={12} />
      <span>{summary}</span>
    </button>
  )
}

function AddButton({ what, onClick }: { readonly what: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="button quiet add" onClick={onClick}>
      <Icon name="plus" size={12} /> {what}
    </button>
  )
}
