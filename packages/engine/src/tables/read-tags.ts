import type { Tag } from '@monotable/protocol'
import { TAG_KEY_MAX_LENGTH, TAG_VALUE_MAX_LENGTH, TAGS_MAX, validationError } from '@monotable/protocol'
import type { TableDefinition } from './table-definition.ts'

/**
 * The maximum size of the tags that TagResource accepts (seen on AWS in October 2026; how it counts is not
 * documented).
 */
const TAGS_MAX_BYTES = 10_240

let tagText: RegExp | undefined

/** Preparing Unicode classes takes some milliseconds, so that happens only when there are tags. */
function isTagText(text: string): boolean {
  tagText ??= /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u
  return tagText.test(text)
}

/** Checks the tags of a request. */
export function checkTags(tags: readonly Partial<Tag>[]): asserts tags is readonly Tag[] {
  const keys = new Set<string>()
  for (const { Key: key, Value: value } of tags) {
    checkTagKey(key)
    if (value === undefined || value.length > TAG_VALUE_MAX_LENGTH || !isTagText(value)) {
      throw validationError(`The Tag Value provided is invalid, Value: ${value ?? null}`)
    }
    if (keys.has(key)) {
      throw validationError(`Duplicate Tag Keys provided as input: Duplicate Tag Key found ${key}`)
    }
    keys.add(key)
  }
  requireFewTags(tags.length)
}

/** Checks the keys of tags to be removed: no more than a resource can have. */
export function checkTagKeys(keys: readonly string[]): void {
  for (const key of keys) checkTagKey(key)
  requireFewTags(keys.length)
}

function checkTagKey(key: string | undefined): asserts key is string {
  if (!key || key.length > TAG_KEY_MAX_LENGTH || !isTagText(key)) {
    throw validationError(`The Tag Key provided is invalid, Key: ${key ?? null}`)
  }
  if (key.toLowerCase().startsWith('aws:')) {
    throw validationError(`Tag Key cannot be prefixed with aws:, Key: ${key}`)
  }
}

/** Returns the tags of a table, or of its stream with that label, which does not share those of the table. */
export function tagsOf(
  { tags, streamTags }: TableDefinition,
  { stream }: { readonly stream?: string },
): readonly Tag[] {
  if (stream === undefined) return tags
  return streamTags?.label === stream ? streamTags.tags : []
}

/** Returns the tags of a table with some added; an existing key gets the new value in its old place. */
export function mergeTags(old: readonly Tag[], added: readonly Tag[]): Tag[] {
  const merged = new Map(old.map(({ Key, Value }) => [Key, Value]))
  for (const { Key, Value } of added) merged.set(Key, Value)
  requireFewTags(merged.size)
  const tags = Array.from(merged, ([Key, Value]) => ({ Key, Value }))
  requireSmallTags(tags)
  return tags
}

function requireSmallTags(tags: readonly Tag[]): void {
  const bytes = tags.reduce(
    (sum, { Key, Value }) => sum + Buffer.byteLength(Key) + Buffer.byteLength(Value),
    0,
  )
  if (bytes <= TAGS_MAX_BYTES) return
  throw validationError(`Tag set size ${bytes} bytes is above max size limit of ${TAGS_MAX_BYTES} bytes`)
}

function requireFewTags(count: number): void {
  if (count > TAGS_MAX) {
    throw validationError('Number of Tags exceed the current limit for the provided ResourceArn')
  }
}
