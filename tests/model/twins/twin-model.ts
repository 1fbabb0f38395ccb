import { type Clock, type ModelClient, shape, table } from '@monotable/model'
import { computed } from '@monotable/model/computed'
import { form } from '@monotable/model/forms'
import { snapshots } from '@monotable/model/history'
import { type StoredNames, storedAs } from '@monotable/model/names'
import { relations } from '@monotable/model/relations'

/*
 * One model, declared several times: its attributes are stored under their own or under other names, and its values as
 * they are or in a custom form. It uses every feature that touches attributes.
 */

export type Customer = {
  username: string
  name: string
  email?: string
  city?: string
  age?: number
  address?: { street: string; zip?: string; geo?: { lat: number } }
  addresses?: { [name: string]: { street: string; since?: Date } }
  tags?: Set<string>
  orderCount?: number
  lastNumber?: number
  secret?: string
  initial?: string
  expiresAt?: Date
}
export type Order = {
  username: string
  orderId: string
  number?: number
  customerName?: string
  status: 'open' | 'done'
  placedAt?: Date
  lines?: { sku: string; price: number }[]
}
export type Doc = { id: string; text: string; parts?: { title: string }[] }
export type Note = { owner: string; id: string; last?: string; mood?: string }

/** The attributes that are stored under another name, by entity. */
export const otherNames: { readonly [entity: string]: StoredNames } = {
  Customer: {
    username: 'u',
    name: 'n',
    email: 'e',
    city: 'ci',
    age: '_age',
    address: 'a',
    'address.street': 's',
    'address.geo.lat': 'la',
    'addresses.*.street': 's',
    'addresses.*.since': 'si',
    tags: 'status',
    orderCount: 'oc',
    lastNumber: 'ln',
    secret: 'x',
    initial: 'i',
    expiresAt: 'ttl',
    version: 'v',
    createdAt: 'ca',
    updatedAt: 'ua',
  },
  Order: {
    orderId: 'o',
    number: 'no',
    customerName: 'cn',
    status: 'st',
    placedAt: 'pa',
    lines: 'l',
    'lines[].price': 'p',
  },
  Doc: { text: 't', parts: 'ps', 'parts[].title': 't', version: 'rev' },
  // The name `last` is also that of the model's own counter.
  Note: { owner: 'ow', id: 'key', last: 'l', mood: 'm' },
}

/** A form that changes each value, always in the same way. */
const mirrored = form('mirrored', {
  encode: (text: string) => `<${mirror(text)}>`,
  decode: (stored) => mirror(stored.slice(1, -1)),
})

let seals = 0

/** A form whose result differs every time, like encryption. */
const sealed = form('sealed', {
  encode: (text: string) => ({ salt: seals++, text: new TextEncoder().encode(text) }),
  decode: ({ text }) => new TextDecoder().decode(text),
})

export function mirror(text: string): string {
  return [...text].reverse().join('')
}

/** The attributes that are stored in a custom form, by entity. */
export const otherForms = {
  Customer: { name: mirrored, 'address.street': mirrored, 'addresses.*.street': sealed, secret: sealed },
  Order: { customerName: sealed, 'lines[].sku': mirrored },
  Doc: { text: sealed, 'parts[].title': mirrored },
  Note: { last: sealed },
}

const firstLetter = ({ name }: { name: string }) => name[0]

function declare({ isNamed = false, isFormed = false }) {
  // An entity without other names declares nothing at all.
  const named = (entity: string) => (isNamed ? { storedAs: storedAs(otherNames[entity] as StoredNames) } : {})
  const formed = (entity: keyof typeof otherForms): Record<never, never> =>
    isFormed ? otherForms[entity] : {}
  const city = isNamed ? 'ci' : 'city'
  const app = table('App', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: {
      byStatus: { pk: 'G1', sk: 'S1' },
      byCity: { pk: 'ci', projection: { include: ['n', '_age'] } },
    },
    ttl: 'ttl',
    relations,
  })
  const plainApp = table('App', {
    key: { pk: 'PK', sk: 'SK' },
    indexes: {
      byStatus: { pk: 'G1', sk: 'S1' },
      byCity: { pk: city, projection: { include: isNamed ? ['n', '_age'] : ['name', 'age'] } },
    },
    ttl: isNamed ? 'ttl' : 'expiresAt',
    relations,
  }) as unknown as typeof app
  const Customer = plainApp.entity('Customer', {
    schema: shape<Customer>(),
    key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER' },
    index: { byCity: { pk: '{city}' } },
    unique: { email: 'EMAIL#{email}' },
    limit: { tags: 3, addresses: 2 },
    ttl: 'expiresAt',
    version: true,
    timestamps: true,
    hidden: ['secret'],
    stored: { tags: 'set', 'addresses.*.since': 'date', ...formed('Customer') },
    computed: computed({ initial: { from: ['name'], by: firstLetter } }),
    ...named('Customer'),
  })
  const Order = plainApp.entity('Order', {
    schema: shape<Order>(),
    key: { pk: 'CUSTOMER#{username}', sk: 'ORDER#{orderId}' },
    index: { byStatus: { pk: 'STATUS#{status}', sk: '{number:pad6}#{orderId}' } },
    belongsTo: {
      customer: { entity: Customer, mustExist: true, count: 'orderCount', copy: { customerName: 'name' } },
    },
    sequence: { number: { of: Customer, counter: 'lastNumber' } },
    stored: { placedAt: 'epochMs', ...formed('Order') },
    ...named('Order'),
  })
  const Doc = plainApp.entity('Doc', {
    schema: shape<Doc>(),
    key: { pk: 'DOC#{id}', sk: 'DOC' },
    history: snapshots(),
    stored: formed('Doc'),
    ...named('Doc'),
  })
  const Note = plainApp.entity('Note', {
    schema: shape<Note>(),
    key: { pk: 'NOTES#{owner}', sk: '{id}' },
    index: { byStatus: { pk: 'MOOD#{mood}', sk: '{id}' } },
    stored: formed('Note'),
    ...named('Note'),
  })
  const patterns = {
    account: plainApp.collect('primary', { customer: Customer.one(), orders: Order.many() }),
    names: plainApp.collect('primary', {
      customer: Customer.one({ select: ['name', 'secret'] }),
      orders: Order.many({ select: ['number'] }),
    }),
    inCity: Customer.query('byCity'),
    byStatus: Order.query('byStatus', { order: 'newest' }),
    dear: Order.query('primary', {
      filter: ({ lines, customerName }, { gt, exists, at, or }) =>
        or(gt(at(lines, 0).price, 2), exists(customerName)),
    }),
    old: Customer.scan('primary', { filter: ({ age }, { gte }) => gte(age, 2), select: ['username', 'age'] }),
    notes: Note.query('primary'),
    byMood: Note.query('byStatus'),
  }
  return { app: plainApp, entities: { Customer, Order, Doc, Note }, patterns }
}

export const plainTwin = declare({})
export const namedTwin = declare({ isNamed: true })
export const formedTwin = declare({ isFormed: true })
export const formedAndNamedTwin = declare({ isFormed: true, isNamed: true })

/** Connects any twin in the same way. */
export function connectTwin(twin: typeof plainTwin, client: ModelClient, clock: Clock) {
  const { app, entities, patterns } = twin
  return app.connect(client, {
    entities,
    patterns,
    clock,
    random: { next: () => 0.5 },
    sleep: async () => {},
  })
}

export type TwinDb = ReturnType<typeof connectTwin>
