import type { EntityDescription, RelationDescription, TableDescription } from './model-description.ts'

/** A box of the diagram: an entity and its position. */
export interface DiagramBox {
  readonly entity: EntityDescription
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The attributes that it shows, beginning with those in its key. */
  readonly attributes: readonly DiagramAttribute[]
  /** The number of attributes that it does not show. */
  readonly more: number
}

export interface DiagramAttribute {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
}

export interface DiagramLayout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly DiagramBox[]
  readonly lines: readonly {
    readonly relation: RelationDescription
    readonly from: DiagramBox
    readonly to: DiagramBox
  }[]
}

export const boxWidth = 216
export const headHeight = 34
export const rowHeight = 22
const gapX = 116
const gapY = 26
const margin = 12
const shownAttributes = 9
/** The number of unrelated boxes in a row. */
const acrossCount = 4

/**
 * Lays out the entities of a table: parents are left of their children, in columns; entities without relations are
 * below, in rows.
 */
export function layOutDiagram({ entities, relations }: TableDescription): DiagramLayout {
  const names = new Set(entities.map(({ name }) => name))
  const drawn = relations.filter(({ from, to }) => names.has(from) && names.has(to) && from !== to)
  const related = new Set(drawn.flatMap(({ from, to }) => [from, to]))
  const columns = columnsOf(
    entities.filter(({ name }) => related.has(name)),
    drawn,
  )
  const heights = columns.map((column) => column.reduce((sum, one) => sum + boxHeight(one) + gapY, -gapY))
  const tallest = Math.max(0, ...heights)
  const boxes = columns.flatMap((column, at) => {
    let y = margin + (tallest - (heights[at] ?? 0)) / 2
    return column.map((entity) => {
      const box = boxAt(entity, margin + at * (boxWidth + gapX), y)
      y += box.height + gapY
      return box
    })
  })
  const single = entities.filter(({ name }) => !related.has(name))
  const top = margin + (tallest === 0 ? 0 : tallest + gapY)
  const all = [...boxes, ...layOutRows(single, top)]
  const byName = new Map(all.map((box) => [box.entity.name, box]))
  return {
    width: Math.max(...all.map(({ x, width }) => x + width), 0) + margin,
    height: Math.max(...all.map(({ y, height }) => y + height), 0) + margin,
    boxes: all,
    lines: drawn.flatMap((relation) => {
      const from = byName.get(relation.from)
      const to = byName.get(relation.to)
      return from === undefined || to === undefined ? [] : [{ relation, from, to }]
    }),
  }
}

/** Groups entities by their distance from those without a parent; each column is in the order of its parents. */
function columnsOf(
  entities: readonly EntityDescription[],
  relations: readonly RelationDescription[],
): EntityDescription[][] {
  const depths = new Map(entities.map(({ name }) => [name, 0]))
  // One round per entity covers the longest path; cycles end there, too.
  for (let round = 1; round < entities.length; round++) {
    for (const { from, to } of relations) {
      const depth = (depths.get(from) ?? 0) + 1
      if (depth > (depths.get(to) ?? 0) && depth < entities.length) depths.set(to, depth)
    }
  }
  const levels = [...new Set(depths.values())].sort((left, right) => left - right)
  const places = new Map<string, number>()
  return levels.map((level) => {
    const column = entities.filter(({ name }) => depths.get(name) === level)
    const weight = ({ name }: EntityDescription) => {
      const above = relations.filter(({ to }) => to === name).map(({ from }) => places.get(from) ?? 0)
      return above.length === 0 ? 0 : above.reduce((sum, place) => sum + place, 0) / above.length
    }
    const sorted = column.toSorted((left, right) => weight(left) - weight(right))
    for (const [at, { name }] of sorted.entries()) places.set(name, at)
    return sorted
  })
}

function layOutRows(entities: readonly EntityDescription[], top: number): DiagramBox[] {
  const boxes: DiagramBox[] = []
  let y = top
  for (let at = 0; at < entities.length; at += acrossCount) {
    const row = entities.slice(at, at + acrossCount)
    boxes.push(...row.map((entity, place) => boxAt(entity, margin + place * (boxWidth + gapY), y)))
    y += Math.max(...row.map(boxHeight)) + gapY
  }
  return boxes
}

function boxAt(entity: EntityDescription, x: number, y: number): DiagramBox {
  const all = attributesOf(entity)
  const attributes = all.slice(0, shownAttributes)
  return {
    entity,
    x,
    y,
    width: boxWidth,
    height: boxHeight(entity),
    attributes,
    more: all.length - attributes.length,
  }
}

function boxHeight(entity: EntityDescription): number {
  const count = entity.attributes.length
  const rows = Math.min(count, shownAttributes) + (count > shownAttributes ? 1 : 0)
  return headHeight + rows * rowHeight + 8
}

function attributesOf({ key, attributes }: EntityDescription): DiagramAttribute[] {
  const parts = [...key.pk, ...key.sk].flatMap((part) => part.parts)
  const slots = new Set(parts.flatMap((part) => ('slot' in part ? [part.slot] : [])))
  const shown = attributes.map(({ name, type = '' }) => ({ name, type, isKey: slots.has(name) }))
  return [...shown.filter(({ isKey }) => isKey), ...shown.filter(({ isKey }) => !isKey)]
}
