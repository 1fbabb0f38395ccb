import type { AttributeMap } from '@monotable/protocol'
import type { SendAnswer } from '../../shared/api.ts'

/** Returns the items of an answer, wherever the operation puts them. */
export function answeredItems(pages: readonly SendAnswer[]): readonly AttributeMap[] {
  return pages.flatMap(({ output }) => {
    if (output === undefined) return []
    const { Item, Items, Attributes, Responses, SearchResults } = output
    if (isItem(Item)) return [Item]
    if (Array.isArray(Items)) return Items.filter(isItem)
    const each = Array.isArray(Responses) ? Responses : SearchResults
    if (Array.isArray(each)) return each.flatMap(({ Item: one }) => (isItem(one) ? [one] : []))
    if (typeof Responses === 'object' && Responses !== null)
      return Object.values(Responses).flat().filter(isItem)
    return isItem(Attributes) ? [Attributes] : []
  })
}

function isItem(value: unknown): value is AttributeMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the request for the next page, if there is one. A SELECT continues only with its token, even if the answer
 * also contains a key.
 */
export function nextPage(
  input: object,
  output: SendAnswer['output'],
): { readonly [member: string]: unknown } | undefined {
  const { LastEvaluatedKey, NextToken } = output ?? {}
  if (NextToken !== undefined) return { ...input, NextToken }
  if (LastEvaluatedKey === undefined || 'Statement' in input) return undefined
  return { ...input, ExclusiveStartKey: LastEvaluatedKey }
}
