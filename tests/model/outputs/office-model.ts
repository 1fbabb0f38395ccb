import { model, shape, table } from '@monotable/model'

/** A table with every feature that a table can have, and with awkward names in many places. */
export const office = table('Office_1.x-y', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
    byPlace: {
      pk: ['country', 'city'],
      sk: ['street', { name: 'house', type: 'N' }],
      projection: 'KEYS_ONLY',
    },
    'by-day': {
      pk: 'PK',
      sk: 'day',
      local: true,
      projection: { include: ['title', "it's", `\${x} %{y} "`] },
    },
  },
  ttl: 'expires',
})

export const Person = office.entity('Person', {
  schema: shape<{
    id: string
    name: string
    country?: string
    city?: string
    street?: string
    house?: number
  }>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON#{id}' },
  index: { byPlace: {} },
  describe: 'Who works here, or comes to see us',
})

export const Meeting = office.entity('Meeting', {
  schema: shape<{ id: string; meeting: string; day: string; title: string; room?: string; ends?: Date }>(),
  key: { pk: 'PERSON#{id}', sk: 'MEETING#{meeting}' },
  index: { GSI1: { pk: 'ROOM#{room}', sk: '{day}#{meeting}' }, 'by-day': {} },
  ttl: 'ends',
})

export const officeModel = model({
  entities: { Person, Meeting },
  patterns: {
    diary: office.collect('primary', { person: Person.one(), meetings: Meeting.many() }),
    inRoom: Meeting.query('GSI1', { order: 'newest', describe: 'What a room is used for, newest first' }),
    onDay: Meeting.query('by-day'),
    neighbours: Person.query('byPlace', { hydrate: true }),
    everyone: Person.scan('primary'),
  },
})
