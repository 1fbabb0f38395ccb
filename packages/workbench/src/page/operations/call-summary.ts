import type { SnippetCall } from '../../shared/snippets/snippet.ts'

/** Summarizes a call by the values that distinguish it from others. */
export function summaryOf({ input }: SnippetCall): string {
  const members = input as { readonly [member: string]: unknown }
  const { Statement, IndexName, Key, ExpressionAttributeValues, Item, TransactItems, RequestItems } = members
  if (typeof Statement === 'string') return Statement.replace(/\s+/g, ' ')
  if (Array.isArray(TransactItems))
    return TransactItems.map((one: object | null) => Object.keys(one ?? {})[0]).join(', ')
  if (RequestItems !== undefined) return JSON.stringify(RequestItems).slice(0, 200)
  const values = (Key ?? ExpressionAttributeValues ?? Item ?? {}) as {
    readonly [name: string]: object | null
  }
  const texts = Object.values(values).map((value) => String(Object.values(value ?? {})[0]))
  const where = typeof IndexName === 'string' ? `${IndexName}: ` : ''
  return `${where}${texts.join(' · ')}` || 'everything'
}
