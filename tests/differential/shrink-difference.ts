import type { Arena } from './arena.ts'
import { type Difference, groupOf } from './difference.ts'
import { isObject, type Json, type Request } from './exchange.ts'
import { findKnown } from './known-differences.ts'

const ATTEMPTS_MAX = 250

/** Makes the request and the items of a difference as small as possible while the difference stays in its group. */
export async function shrinkDifference(arena: Arena, difference: Difference): Promise<Difference> {
  const wanted = groupOf(difference)
  let best = difference
  let attempts = 0
  const attempt = async (request: Request, items: Difference['scene']['items']): Promise<boolean> => {
    if (attempts++ >= ATTEMPTS_MAX) return false
    await arena.reset(items)
    const found = await arena.differences(request, difference.seed)
    const same = found.find(
      (candidate) => groupOf(candidate) === wanted && findKnown(candidate) === undefined,
    )
    if (same !== undefined) best = { ...same, scene: { ...same.scene, items } }
    return same !== undefined
  }
  const { request, scene } = difference
  await attempt(request, Object.fromEntries(Object.keys(scene.items).map((table) => [table, []])))
  for (const [table, items] of Object.entries(best.scene.items)) {
    for (const item of items) {
      const rest = (best.scene.items[table] ?? []).filter((other) => other !== item)
      await attempt(best.request, { ...best.scene.items, [table]: rest })
    }
  }
  for (let isSmaller = true; isSmaller && attempts < ATTEMPTS_MAX; ) {
    isSmaller = false
    for (const input of smaller(best.request.input)) {
      if (!(await attempt({ ...best.request, input: input as Json }, best.scene.items))) continue
      isSmaller = true
      break
    }
  }
  return best
}

/** Yields values that are smaller than this one, the smallest first. */
function* smaller(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* shorterTexts(value)
  else if (Array.isArray(value)) yield* smallerLists(value)
  else if (isObject(value)) yield* smallerObjects(value)
}

function* smallerObjects(value: Json): Generator<Json> {
  for (const name of Object.keys(value)) {
    const { [name]: _, ...rest } = value
    yield rest
  }
  for (const name of Object.keys(value)) {
    for (const member of smaller(value[name])) yield { ...value, [name]: member }
  }
}

function* smallerLists(value: readonly unknown[]): Generator<unknown[]> {
  for (let place = 0; place < value.length; place++) yield value.filter((_, index) => index !== place)
  for (let place = 0; place < value.length; place++) {
    for (const member of smaller(value[place])) {
      yield value.map((other, index) => (index === place ? member : other))
    }
  }
}

/** Yields an expression without some of its tokens; other texts are only cut short. */
function* shorterTexts(text: string): Generator<string> {
  const tokens = text.match(/\s*(?:[#:]?\w+|[^\w\s]+)/g) ?? []
  if (tokens.length < 2) {
    if (text.length > 40) yield text.slice(0, text.length / 2)
    return
  }
  for (let length = tokens.length - 1; length > 0; length = Math.floor(length / 2)) {
    for (let start = 0; start + length <= tokens.length; start++) {
      yield tokens.toSpliced(start, length).join('')
    }
  }
}
