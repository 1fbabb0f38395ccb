import { createChance } from './chance.ts'
import type { Field, FieldType, FieldValue, Issue, Project, Tenant } from './grid-store.ts'

/* Work on a bridge, with plenty of custom fields. The same in every run. */

export const tenant: Tenant = { id: '0807', name: 'ACME Engineering' }
export const project: Project = { id: '35e9', tenant: tenant.id, name: 'Forth Rail Bridge' }

/** The fields that issues have, with the percentage of issues that have them. */
const columns: readonly (readonly [name: string, type: FieldType, filled: number])[] = [
  ['Start', 'date', 92],
  ['End', 'date', 74],
  ['Num Items', 'int', 60],
  ['Sign Off', 'text', 41],
  ['Priority', 'int', 97],
  ['Team', 'text', 88],
  ['Cost, k£', 'number', 55],
  ['Span', 'text', 83],
  ['Height above water, m', 'number', 67],
  ['Rust depth, mm', 'number', 38],
  ['Temperature, °C', 'number', 47],
  ['Inspector', 'text', 52],
  ['Inspected', 'date', 50],
  ['Paint', 'text', 33],
  ['Paint, litres', 'number', 31],
  ['Coats', 'int', 29],
  ['Rivets replaced', 'int', 24],
  ['Steel grade', 'text', 22],
  ['Load change, kN', 'number', 18],
  ['Track closed', 'date', 15],
  ['Night shifts', 'int', 21],
  ['Scaffold', 'text', 35],
  ['Scaffold until', 'date', 34],
  ['Weather limit, m/s', 'number', 44],
  ['Permit', 'text', 49],
  ['Permit until', 'date', 46],
  ['Deflection, mm', 'number', 12],
  ['Drawing', 'text', 63],
  ['Drawing revision', 'int', 61],
  ['Supplier', 'text', 27],
  ['Delivery', 'date', 25],
  ['Order value, £', 'number', 26],
  ['Risk', 'int', 71],
  ['Risk note', 'text', 14],
  ['Photo taken', 'date', 39],
  ['Vibration, mm/s', 'number', 9],
  ['Follow-up', 'text', 8],
  ['Balance, £', 'number', 19],
  ['Wildlife', 'text', 4],
  ['Archived', 'date', 3],
]

const words: { readonly [field: string]: readonly string[] } = {
  'Sign Off': ['Approved', 'Waiting', 'Refused', 'Approved with notes'],
  Team: ['Blue', 'Green', 'Red', 'Ropes', 'Track', 'Yard'],
  Span: ['North cantilever', 'Inchgarvie', 'South cantilever', 'Fife viaduct', 'Queensferry viaduct'],
  Inspector: ['Level 1', 'Level 2', 'Level 3', 'Outside'],
  Paint: ['Primer', 'Glass flake epoxy', 'Polyurethane gloss', 'Touch-up'],
  'Steel grade': ['Wrought', 'S275', 'S355', 'S355 weathering'],
  Scaffold: ['None', 'Suspended', 'Tower', 'Cradle'],
  Permit: ['Marine', 'Rail', 'Height', 'Hot work', 'Night'],
  Supplier: ['Clyde Steel', 'Tay Coatings', 'Lothian Access', 'Ness Fixings'],
  'Risk note': ['Falling objects', 'Trains pass', 'Wind', 'Old lead paint'],
  'Follow-up': ['Next spring', 'Next closure', 'Ask the owner'],
  Wildlife: ['Nesting', 'Seals below', 'Bats'],
}

/** The ranges of numbers, where they are limited. */
const ranges: { readonly [field: string]: readonly [low: number, high: number] } = {
  'Cost, k£': [0.4, 900],
  'Height above water, m': [0, 110],
  'Rust depth, mm': [0, 12],
  'Temperature, °C': [-9, 31],
  'Paint, litres': [1, 400],
  'Load change, kN': [-250, 250],
  'Weather limit, m/s': [6, 22],
  'Deflection, mm': [-40, 40],
  'Order value, £': [20, 90_000],
  'Vibration, mm/s': [0, 30],
  'Balance, £': [-9_000, 9_000],
}

const verbs = ['Paint', 'Check', 'Replace', 'Tighten', 'Clean', 'Measure', 'Survey', 'Weld', 'Strip', 'Seal']
const things = [
  'girder',
  'rivets',
  'bearing',
  'walkway',
  'strut',
  'tie',
  'rail joint',
  'lattice',
  'handrail',
  'pier',
]
const firstDayMs = Date.UTC(2023, 4, 1)
const dayMs = 86_400_000

/** Returns the fields of the project: the forty that issues use, and more that they do not. */
export function createFields(count = columns.length): Field[] {
  return Array.from({ length: count }, (_, at) => {
    const [name, type] = columns[at] ?? [`Spare ${at + 1}`, spareTypes[at % spareTypes.length] ?? 'text']
    return { id: idOf(at, 4), project: project.id, name, type, position: at + 1 }
  })
}

const spareTypes: readonly FieldType[] = ['text', 'number', 'date', 'int']

/** Returns issues with numbers from 1 on. */
export function createIssues(count: number): Issue[] {
  const chance = createChance(7)
  const fields = createFields()
  return Array.from({ length: count }, (_, at) => {
    const entries = fields.flatMap((field, column): [string, FieldValue][] => {
      const filled = columns[column]?.[2] ?? 0
      return chance() * 100 < filled ? [[field.id, createValue(field, chance)]] : []
    })
    return {
      id: idOf(at + 1_000, 6),
      project: project.id,
      num: at + 1,
      name: `${pick(verbs, chance)} ${pick(things, chance)} ${1 + Math.floor(chance() * 90)}`,
      state: chance() < 0.6 ? ('open' as const) : ('closed' as const),
      fields: Object.fromEntries(entries),
    }
  })
}

/** Returns a value as people would enter it: many are equal, some are negative, some have fractions. */
export function createValue({ name, type }: Field, chance: () => number): FieldValue {
  if (type === 'text')
    return pick(words[name] ?? [`${name.slice(0, 3).toUpperCase()}-${Math.floor(chance() * 400)}`], chance)
  if (type === 'date')
    return new Date(firstDayMs + Math.floor(chance() * 900) * dayMs).toISOString().slice(0, 10)
  if (type === 'int') return Math.floor(chance() ** 2 * 40)
  const [low, high] = ranges[name] ?? [-300, 700]
  return Math.round((low + ((high - low) * (chance() + chance())) / 2) * 10) / 10
}

function pick<Value>(from: readonly Value[], chance: () => number): Value {
  return from[Math.floor(chance() * from.length)] as Value
}

/** Returns an id that looks random, differs for every number, and is the same in every run. */
function idOf(number: number, digits: number): string {
  const size = 16 ** digits
  return ((number * 40_503 + 12_345) % size).toString(16).padStart(digits, '0')
}
