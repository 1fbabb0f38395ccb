import type { TableModel } from '../../shared/api.ts'

/** Hues that can be distinguished side by side, in both themes; the style sheet sets lightness and saturation. */
const hues = [255, 155, 55, 325, 205, 25, 290, 180, 350, 130, 75, 230] as const

/** Hues of values in keys. Red comes last, since it suggests an error. */
const slotHues = [200, 290, 110, 345, 240, 75, 170, 315, 140, 265, 50, 20] as const

const slotNumbers = new WeakMap<TableModel, ReadonlyMap<string, number>>()

/** Sets `--hue` for an entity's badge and rows: an entity has the same colour everywhere. */
export function entityStyle(model: TableModel, entity: string | undefined): { '--hue': string } | undefined {
  const place = model.entities.findIndex(({ name }) => name === entity)
  return place < 0 ? undefined : { '--hue': String(hues[place % hues.length]) }
}

/** Sets `--hue` for a value in a key: an attribute has the same colour in every key. */
export function slotStyle(model: TableModel, slot: string): { '--hue': string } {
  const place = numbersOf(model).get(slot) ?? hashOf(slot)
  return { '--hue': String(slotHues[place % slotHues.length]) }
}

function numbersOf(model: TableModel): ReadonlyMap<string, number> {
  const known = slotNumbers.get(model)
  if (known !== undefined) return known
  const numbers = new Map<string, number>()
  for (const { templates } of model.entities) {
    for (const parts of Object.values(templates)) {
      for (const part of parts) {
        if ('slot' in part && !numbers.has(part.slot)) numbers.set(part.slot, numbers.size)
      }
    }
  }
  slotNumbers.set(model, numbers)
  return numbers
}

function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973
  return hash
}
