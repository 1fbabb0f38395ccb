import { model, shape, table } from '@monotable/model'
import type { FieldType } from './grid-store.ts'
import type { NumberValueShape, TextValueShape } from './pre-joined-model.ts'

/*
 * Design 3, single table: all five kinds of items in one table, with the keys Entity Id and Related Id, and one
 * overloaded index by Related Id and Sort String. Capitalized names are the columns of the layout; the others are
 * attributes that keys are built from.
 */

export interface TenantShape {
  readonly id: string
  readonly Name: string
}

export interface ProjectShape {
  readonly id: string
  readonly tenant: string
  readonly name: string
}

export interface FieldShape {
  readonly id: string
  readonly project: string
  readonly Name: string
  /** The position of the field among the others. */
  readonly Num: number
  readonly Type: FieldType
}

export interface IssueShape {
  readonly id: string
  readonly project: string
  readonly num: number
  readonly Name: string
  readonly State: 'open' | 'closed'
}

export const gridTable = table('GridView', {
  key: { pk: 'Entity Id', sk: 'Related Id' },
  indexes: {
    Related: {
      pk: 'Related Id',
      sk: 'Sort String',
      projection: { include: ['_type', 'id', 'tenant', 'name', 'issue', 'num'] },
    },
  },
})

const Tenant = gridTable.entity('Tenant', {
  schema: shape<TenantShape>({ id: 'S', Name: 'S' }),
  key: { pk: 'tenant-{id}', sk: '*' },
  describe: 'A customer',
})

const Project = gridTable.entity('Project', {
  schema: shape<ProjectShape>({ id: 'S', tenant: 'S', name: 'S' }),
  key: { pk: 'project-{id}', sk: 'tenant-{tenant}' },
  index: { Related: { sk: '{name}' } },
  describe: 'Related to its tenant, and sorted by name there',
})

// xattrib sorts after tenant: a project comes before its fields.
const Field = gridTable.entity('Field', {
  schema: shape<FieldShape>({ id: 'S', project: 'S', Name: 'S', Num: 'N', Type: 'S' }),
  key: { pk: 'project-{project}', sk: 'xattrib-{id}' },
  describe: 'A custom field of a project',
})

const Issue = gridTable.entity('Issue', {
  schema: shape<IssueShape>({ id: 'S', project: 'S', num: 'N', Name: 'S', State: 'S' }),
  key: { pk: 'issue-{id}', sk: 'project-{project}' },
  index: { Related: { sk: '{num:pad6}' } },
  describe: 'Related to its project, and sorted by number there',
})

// A field has one type, so its values are of one of these three kinds, which never meet in a key.
const TextValue = gridTable.entity('TextValue', {
  schema: shape<TextValueShape>({ issue: 'S', field: 'S', num: 'N', value: 'S' }),
  key: { pk: 'issue-{issue}', sk: 'xvalue-{field}' },
  index: { Related: { sk: '{value}#{num:pad6}' } },
  describe: 'A text or date of an issue, sorted by itself and then by the number of the issue',
  allow: ['collision'],
})

const IntValue = gridTable.entity('IntValue', {
  schema: shape<NumberValueShape>({ issue: 'S', field: 'S', num: 'N', value: 'N' }),
  key: { pk: 'issue-{issue}', sk: 'xvalue-{field}' },
  index: { Related: { sk: '{value:pad6}#{num:pad6}' } },
  describe: 'A whole number from 0 to 999,999, padded',
  allow: ['collision'],
})

const NumberValue = gridTable.entity('NumberValue', {
  schema: shape<NumberValueShape>({ issue: 'S', field: 'S', num: 'N', value: 'N' }),
  key: { pk: 'issue-{issue}', sk: 'xvalue-{field}' },
  index: { Related: { sk: '{value:num}#{num:pad6}' } },
  describe: 'Any number: negative and fractional ones sort right, too',
  allow: ['collision'],
})

/** A field has one type: values of another type are never in its partition of the index. */
const list = { page: 50, allow: ['others'] } as const

/** The items of the grid in one table, and the patterns that read them. */
export const gridModel = model({
  entities: { Tenant, Project, Field, Issue, TextValue, IntValue, NumberValue },
  patterns: {
    projects: Project.query('Related', { page: 100, describe: 'The projects of a tenant, by name' }),
    project: gridTable.collect(
      'primary',
      { project: Project.one(), fields: Field.many() },
      { describe: 'A project and its custom fields', expect: { items: 401 }, allow: ['unbounded'] },
    ),
    issue: gridTable.collect(
      'primary',
      { head: Issue.one(), texts: TextValue.many(), ints: IntValue.many(), numbers: NumberValue.many() },
      { describe: 'An issue and its values', expect: { items: 401 }, allow: ['unbounded'] },
    ),
    numbersUp: Issue.query('Related', { ...list, describe: 'The issues of a project, by number' }),
    numbersDown: Issue.query('Related', {
      ...list,
      order: 'descending',
      describe: 'The issues of a project, the last first',
    }),
    textsUp: TextValue.query('Related', { ...list, describe: 'The issues with a text or date, by it' }),
    textsDown: TextValue.query('Related', {
      ...list,
      order: 'descending',
      describe: 'The same, from the end',
    }),
    intsUp: IntValue.query('Related', { ...list, describe: 'The issues with a whole number, by it' }),
    intsDown: IntValue.query('Related', {
      ...list,
      order: 'descending',
      describe: 'The same, the largest first',
    }),
    amountsUp: NumberValue.query('Related', { ...list, describe: 'The issues with a number, by it' }),
    amountsDown: NumberValue.query('Related', {
      ...list,
      order: 'descending',
      describe: 'The same, the largest first',
    }),
  },
})

export type SingleTableDb = ReturnType<typeof gridModel.connect>
