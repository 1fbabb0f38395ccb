import { type DiagramBox, headHeight, layOutDiagram, rowHeight } from './diagram-layout.ts'
import { escapeHtml } from './escape-html.ts'
import type { RelationDescription, TableDescription } from './model-description.ts'

/** The number of characters of a name that fit into a box. */
const nameLength = 21

/** Draws the entities of a table and their relations as SVG to be embedded in a page, with the page's colours. */
export function diagramSvg(table: TableDescription): string {
  const { width, height, boxes, lines } = layOutDiagram(table)
  const colours = new Map(table.entities.map(({ name }, at) => [name, colourOf(at)]))
  return [
    `<svg class="diagram" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>Entities of ${escapeHtml(table.name)}</title>`,
    ...lines.map(({ relation, from, to }) => lineSvg(relation, from, to)),
    ...boxes.map((box) => boxSvg(box, colours.get(box.entity.name) ?? colourOf(0))),
    '</svg>',
  ].join('\n')
}

/** Returns the class that gives an entity the same colour all over a page. */
export function colourOf(place: number): string {
  return `c${place % 8}`
}

function boxSvg({ entity, x, y, width, height, attributes, more }: DiagramBox, colour: string): string {
  const rows = attributes.map(({ name, type, isKey }, at) => {
    const line = y + headHeight + 4 + (at + 0.68) * rowHeight
    const mark = isKey ? `<circle class="key" cx="${x + 14}" cy="${line - 4}" r="3.5"/>` : ''
    return `${mark}<text class="name" x="${x + 26}" y="${line}">${escapeHtml(short(name))}</text><text class="kind" x="${x + width - 12}" y="${line}">${escapeHtml(type)}</text>`
  })
  const last = y + headHeight + 4 + (attributes.length + 0.68) * rowHeight
  const rest = more > 0 ? `<text class="kind more" x="${x + 26}" y="${last}">${more} more</text>` : ''
  return [
    `<g class="${colour}">`,
    `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/>`,
    `<path class="head" d="M${x} ${y + headHeight}V${y + 9}a9 9 0 0 1 9 -9H${x + width - 9}a9 9 0 0 1 9 9V${y + headHeight}Z"/>`,
    `<text class="title" x="${x + 14}" y="${y + 22}">${escapeHtml(short(entity.name))}</text>`,
    ...rows,
    rest,
    '</g>',
  ].join('')
}

/** Draws a curve between two boxes beside each other, with a crow's foot at its end for many, or a bar for one. */
function lineSvg({ label, count, declared }: RelationDescription, from: DiagramBox, to: DiagramBox): string {
  const isForward = to.x > from.x
  const start = { x: isForward ? from.x + from.width : from.x, y: from.y + headHeight / 2 }
  const end = { x: isForward ? to.x : to.x + to.width, y: to.y + headHeight / 2 }
  const way = isForward ? 1 : -1
  const reach = Math.max(48, Math.abs(end.x - start.x) / 2) * way
  const foot = end.x - 11 * way
  const curve = `M${start.x} ${start.y}C${start.x + reach} ${start.y} ${end.x - reach} ${end.y} ${foot} ${end.y}`
  const feet =
    count === 'many'
      ? `M${foot} ${end.y}L${end.x} ${end.y - 6}M${foot} ${end.y}L${end.x} ${end.y}M${foot} ${end.y}L${end.x} ${end.y + 6}`
      : `M${foot} ${end.y}L${end.x} ${end.y}M${foot} ${end.y - 5}V${end.y + 5}`
  const one = `M${start.x + 6 * way} ${start.y - 5}V${start.y + 5}`
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const text = short(label === 'primary' ? 'main table' : label)
  const wide = text.length * 6.2 + 12
  return [
    `<path class="line${declared ? '' : ' seen'}" d="${curve}"/><path class="line" d="${feet}${one}"/>`,
    `<rect class="tag" x="${middle.x - wide / 2}" y="${middle.y - 9}" width="${wide}" height="18" rx="9"/>`,
    `<text class="label" x="${middle.x}" y="${middle.y + 4}">${escapeHtml(text)}</text>`,
  ].join('')
}

function short(name: string): string {
  return name.length > nameLength ? `${name.slice(0, nameLength - 1)}…` : name
}
