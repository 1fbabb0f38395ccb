import type { SeededRandom } from '../seeded-random.ts'
import { badNumbers, inheritedNames, loneSurrogates } from './hostile-values.ts'

type Container = { [name: string]: unknown } | unknown[]

const strangeTexts = [
  ...inheritedNames,
  ...loneSurrogates,
  ...badNumbers.filter((number) => number.length < 50),
  'x'.repeat(300),
  'a = b',
  'SET a = :v',
  '#n',
  ':v',
  'S',
  'M',
  'ALL_NEW',
  'BETWEEN',
  'Target',
  'arn:aws:dynamodb:us-east-1:000000000000:table/Target',
  'AQ==',
  '%%%',
]
const strangeScalars = [null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -0]

/** Returns the JSON with one to three changes in random places. */
export function mutateJson(random: SeededRandom, json: unknown): unknown {
  const root: { root: unknown } = { root: structuredClone(json) }
  for (let count = 1 + random.below(3); count > 0; count--) {
    if (!Object.hasOwn(root, 'root')) root.root = {}
    const [container, name] = random.pick(placesIn(root))
    change(random, container, name, root.root)
  }
  return root.root
}

/** Returns every place in a value, as the object or array that holds it and the name or index in it. */
function placesIn(root: Container): [Container, string][] {
  const places: [Container, string][] = []
  const open: Container[] = [root]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const [name, member] of Object.entries(container)) {
      places.push([container, name])
      if (typeof member === 'object' && member !== null) open.push(member as Container)
    }
  }
  return places
}

function change(random: SeededRandom, container: Container, name: string, root: unknown): void {
  const kind = random.below(7)
  const value = Reflect.get(container, name) as unknown
  if (kind === 0) {
    Reflect.deleteProperty(container, name)
  } else if (kind === 1 && !Array.isArray(container)) {
    Reflect.deleteProperty(container, name)
    define(container, random.pick(strangeTexts), value)
  } else if (kind === 2) {
    define(container, name, [value, value])
  } else if (kind === 3) {
    define(container, name, Object.fromEntries([[random.pick(strangeTexts), value]]))
  } else if (kind === 4) {
    // A part of the same request in a place where it does not belong.
    const [other, from] = random.pick(placesIn({ root }))
    define(container, name, structuredClone(Reflect.get(other, from)))
  } else {
    define(container, name, strangeValue(random))
  }
}

function strangeValue(random: SeededRandom): unknown {
  const kind = random.below(5)
  if (kind === 0) return random.pick(strangeScalars)
  if (kind === 1) return []
  if (kind === 2) return {}
  return random.pick(strangeTexts)
}

function define(container: Container, name: string, value: unknown): void {
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true })
}
