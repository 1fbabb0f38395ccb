import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { EntityModel, TableModel } from '../../shared/api.ts'
import { keyValueText } from './key-value.ts'
import { literalLength, matchTemplate } from './match-template.ts'

/** Returns the entity of an item: by its type attribute, or else by the templates that match its key best. */
export function entityOf(model: TableModel, item: AttributeMap): string | undefined {
  const said = model.typeAttribute === undefined ? undefined : getOwn(item, model.typeAttribute)
  if (said !== undefined && 'S' in said && model.entities.some(({ name }) => name === said.S)) return said.S
  let best: string | undefined
  let bestFit = 0
  for (const entity of model.entities) {
    const fit = fitOf(model, entity, item)
    if (fit > bestFit) {
      best = entity.name
      bestFit = fit
    }
  }
  return best
}

/** Scores how closely an item's key matches an entity's templates; 0 if it does not. */
function fitOf({ key }: TableModel, entity: EntityModel, item: AttributeMap): number {
  let literals = 0
  let separatorsInValues = 0
  for (const { name } of [...key.pk, ...key.sk]) {
    const parts = getOwn(entity.templates, name)
    const text = keyValueText(getOwn(item, name))
    if (parts === undefined || text === undefined) return 0
    const segments = matchTemplate(parts, text)
    if (segments === undefined) return 0
    literals += literalLength(parts)
    separatorsInValues += segments.filter(({ slot, text }) => slot !== undefined && text.includes('#')).length
  }
  // Of two templates with equally much fixed text, the one whose values contain fewer separators wins.
  return literals === 0 ? 0.001 : literals + 1 / (2 + separatorsInValues)
}
