import type { TemplatePart } from '../api.ts'
import { pascalCase, singular } from './name-words.ts'

/** Words that say nothing about what an item is. */
const empty = /^(?:a|v\d*|meta|metadata|info|data|root|details|profile)$/i

/** Names an entity by the words in its key: the last ones of its sort key, or else those of its partition key. */
export function nameEntity(
  pk: readonly TemplatePart[] | undefined,
  sk: readonly TemplatePart[] | undefined,
  table: string,
): string {
  const pkWords = wordsOf(pk)
  const skWords = wordsOf(sk)
  const telling = skWords.filter((word) => !empty.test(word))
  if (telling.length > 0) return telling.map(pascalCase).join('')
  const own = pkWords.filter((word) => !empty.test(word))
  const added = skWords.find((word) => /^profile$/i.test(word)) ?? ''
  if (own.length > 0) return own.map(pascalCase).join('') + pascalCase(added)
  return singular(pascalCase(table)) || 'Item'
}

/** Returns the words of a template, without separators. */
export function wordsOf(template: readonly TemplatePart[] | undefined): string[] {
  return (template ?? []).flatMap((part) =>
    'text' in part ? (part.text.match(/[A-Za-z][\w-]*/g) ?? []) : [],
  )
}
