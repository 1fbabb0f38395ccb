import type { KeyModel } from '../api.ts'
import { findSeparator, splitKey } from './split-keys.ts'
import { type CutKey, tellWords, type Words } from './tell-words.ts'
import { textOf, type WireItem } from './wire-item.ts'

/** A key attribute of the table or of an index, with its values in all items. */
export interface KeyColumn {
  readonly attribute: string
  readonly isText: boolean
  readonly separator: string | undefined
  /** By item index; `undefined` for items that lack the attribute. */
  readonly cuts: readonly (Cut | undefined)[]
}

/** A key value, split into segments. */
export interface Cut {
  readonly segments: readonly string[]
  readonly words: Words
}

/** Reads the key attributes of all items. */
export function readKeyColumns(
  items: readonly WireItem[],
  keys: readonly KeyModel[],
  typeAttribute: string | undefined,
): KeyColumn[] {
  const attributes = new Map(keys.flatMap(({ pk, sk }) => [...pk, ...sk]).map((one) => [one.name, one]))
  const others = items.map((item) =>
    otherValues(item, (name) => attributes.has(name) || name === typeAttribute),
  )
  return [...attributes.values()].map(({ name, type }) => readColumn(name, type === 'S', { items, others }))
}

function readColumn(
  attribute: string,
  isText: boolean,
  { items, others }: { readonly items: readonly WireItem[]; readonly others: readonly ReadonlySet<string>[] },
): KeyColumn {
  const texts = items.map((item) => (isText ? textOf(item, attribute) : undefined))
  const separator = findSeparator(texts.filter((text) => text !== undefined))
  const keys: (CutKey & { readonly at: number })[] = texts.flatMap((text, at) => {
    const values = others[at] ?? new Set<string>()
    return text === undefined ? [] : [{ at, segments: splitKey(text, separator), values }]
  })
  const isNamedByParts = separator !== undefined && attribute.includes(separator)
  const words = isNamedByParts ? keys.map(({ segments }) => segments.map(() => false)) : tellWords(keys)
  const cuts: (Cut | undefined)[] = items.map(() => undefined)
  keys.forEach(({ at, segments }, number) => {
    cuts[at] = { segments, words: words[number] ?? [] }
  })
  return { attribute, isText, separator, cuts }
}

function otherValues(item: WireItem, isLeftOut: (name: string) => boolean): ReadonlySet<string> {
  const names = Object.keys(item).filter((name) => !isLeftOut(name))
  return new Set(names.map((name) => textOf(item, name)).filter((text) => text !== undefined))
}
