import { model, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { describe, expect, it } from 'vitest'
import { describeModel } from './describe-model.ts'
import { layOutDiagram } from './diagram-layout.ts'
import { htmlDocument } from './html-document.ts'
import { markdownDocument } from './markdown-document.ts'
import type { TableDescription } from './model-description.ts'
import { schemaLock } from './schema-lock.ts'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string; email: string }>({ email: 'S' }),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: 'CUSTOMEREMAIL#{email}' },
  describe: 'Who buys',
})
const Order = shop.entity('Order', {
  schema: shape<{ username: string; orderId: string; status: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{orderId}', when: { status: ['placed', 'sent'] } } },
})
const description = describeModel(
  model({
    entities: { Customer, Order },
    patterns: {
      account: shop.collect('primary', { customer: Customer.one(), orders: Order.many() }, { page: 10 }),
      byStatus: Order.query('GSI1', { order: 'newest', describe: 'For the packers' }),
    },
  }),
)
const facts = {
  patternUnits: new Map([['account', 1234.5]]),
  findings: [{ severity: 'warning', place: 'entity Order', message: 'a | b', advice: 'do *this*' }],
} as const

describe('markdownDocument', () => {
  const lines = markdownDocument(description, facts).split('\n')

  it.each([
    // The charts and the table in the book on which the design is based.
    '| Customer | `CUSTOMER#{username}` | `CUSTOMER#{username}` |',
    '| Customer (unique email) | `CUSTOMEREMAIL#{email}` | `CUSTOMEREMAIL#{email}` |',
    '| Order | `STATUS#{status}` | `{orderId}` | status is placed or sent |',
    '| Customer |  |  |  |',
    '| account | Main table | `username` | 1,234.5 | `PK = CUSTOMER#{username} and SK between #ORDER# and CUSTOMER#{username}`; returns one Customer and Order items; pages of 10 |',
    '| byStatus: For the packers | GSI1 | `status`, `orderId?` |  | `GSI1PK = STATUS#{status}`; newest first |',
    '| create Customer | N/A |  |  | TransactWriteItems; email is unique |',
    '- **warning** in entity Order: a \\| b do \\*this\\*',
    '  Customer ||--o{ Order : "primary"',
    '    any username PK',
  ])('has %s', (line) => {
    expect(lines).toContain(line)
  })
})

it('an index of items without some attribute says so', () => {
  const User = shop.entity('User', {
    schema: shape<{ id: string; deleted?: string; debt: bigint }>(),
    key: { pk: 'USER#{id}', sk: 'USER' },
    index: { GSI1: { pk: 'USERS', sk: '{id}', when: { deleted: undefined, debt: 0n } } },
    stored: { debt: 'bigint' },
  })
  const users = model({ entities: { User } })
  expect(markdownDocument(describeModel(users))).toContain('| deleted is missing and debt is 0 |')
  expect(schemaLock(users).entities['Shop/User']?.['index GSI1']).toContain('when debt is ["0n"]')
})

describe('htmlDocument', () => {
  it('has no scripts, and loads nothing', () => {
    const page = htmlDocument(description, facts)
    expect(page).not.toMatch(/<script|<link|<img|url\(|@import|https?:/)
    expect(page).toContain('<svg class="diagram"')
  })

  it('escapes names, whatever they contain', () => {
    const name = `"><script>alert('x')</script>&`
    const [one] = description.tables
    const hostile: TableDescription = JSON.parse(
      JSON.stringify(one).replaceAll('Customer', JSON.stringify(name).slice(1, -1)),
    ) as TableDescription
    const page = htmlDocument({ tables: [hostile] }, { title: name })
    expect(page).not.toContain('<script')
    expect(page).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('layOutDiagram', () => {
  const [shopTable] = description.tables as [TableDescription]
  const relation = (from: string, to: string) =>
    ({ from, to, count: 'many', label: 'x', declared: true }) as const
  const withNames = (
    names: readonly string[],
    relations: TableDescription['relations'],
  ): TableDescription => ({
    ...shopTable,
    entities: names.map((name) => ({ ...(shopTable.entities[0] as (typeof shopTable.entities)[0]), name })),
    relations,
  })

  it('puts children right of their parents', () => {
    const { boxes } = layOutDiagram(withNames(['c', 'b', 'a'], [relation('a', 'b'), relation('b', 'c')]))
    const place = new Map(boxes.map(({ entity, x }) => [entity.name, x]))
    expect(
      (place.get('a') ?? 0) < (place.get('b') ?? 0) && (place.get('b') ?? 0) < (place.get('c') ?? 0),
    ).toBe(true)
  })

  it('no two boxes overlap, even with cyclic relations', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const circle = [relation('a', 'b'), relation('b', 'c'), relation('c', 'a'), relation('a', 'd')]
    const { boxes, lines, width, height } = layOutDiagram(withNames(names, circle))
    expect([boxes.length, lines.length]).toEqual([6, 4])
    for (const one of boxes) {
      expect(one.x + one.width <= width && one.y + one.height <= height).toBe(true)
      const others = boxes.filter((other) => other !== one)
      const isApart = others.every(
        (other) =>
          other.x >= one.x + one.width ||
          one.x >= other.x + other.width ||
          other.y >= one.y + one.height ||
          one.y >= other.y + other.height,
      )
      expect(isApart).toBe(true)
    }
  })

  it('an empty table gives an empty drawing', () => {
    expect(layOutDiagram(withNames([], []))).toMatchObject({ boxes: [], lines: [] })
  })
})
