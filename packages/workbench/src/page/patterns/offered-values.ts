import { type AttributeMap, getOwn } from '@monotable/protocol'
import type { PatternModel, TableModel } from '../../shared/api.ts'
import { codeName } from '../../shared/code-names.ts'
import { readTemplate } from '../../shared/snippets/read-template.ts'
import { entityOf } from '../keys/entity-of.ts'
import { keyValueText } from '../keys/key-value.ts'

/** Suggested values of arguments, from the data: a list for each, and a set of values from the same item. */
export interface OfferedValues {
  readonly lists: { readonly [argument: string]: readonly string[] }
  readonly first: { readonly [argument: string]: string }
}

const offered = 25

/** Finds values in some items with which a pattern can be called. */
export function offeredValues(
  items: readonly AttributeMap[],
  pattern: PatternModel,
  model: TableModel,
): OfferedValues {
  const lists = new Map<string, Set<string>>(pattern.arguments.map(({ name }) => [name, new Set()]))
  let first: { readonly [argument: string]: string } = {}
  for (const item of items) {
    const entity = entityOf(model, item)
    if (entity === undefined || !pattern.entities.includes(entity)) continue
    const values = valuesOf(item, entity, model)
    const found = pattern.arguments.flatMap(({ name }) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    for (const [name, value] of found) {
      const list = lists.get(name)
      if (list !== undefined && list.size < offered) list.add(value)
    }
    if (found.length > Object.keys(first).length) first = Object.fromEntries(found)
  }
  return { lists: Object.fromEntries([...lists].map(([name, values]) => [name, [...values]])), first }
}

/** Returns the values of an item: its attributes, and the slots of its keys. */
function valuesOf(item: AttributeMap, entity: string, model: TableModel): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const { templates = {}, storedAs } = model.entities.find(({ name }) => name === entity) ?? {}
  for (const [attribute, parts] of Object.entries(templates)) {
    const key = keyValueText(getOwn(item, attribute))
    for (const { slot, text, encoding } of (key === undefined ? undefined : readTemplate(parts, key)) ?? []) {
      if (encoding === undefined || encoding === 'raw' || encoding === 'iso') values.set(slot, text)
    }
  }
  for (const [name, value] of Object.entries(item)) {
    const text = 'S' in value ? value.S : 'N' in value ? value.N : undefined
    if (text !== undefined && !Object.hasOwn(templates, name)) values.set(codeName(storedAs, name), text)
  }
  return values
}
