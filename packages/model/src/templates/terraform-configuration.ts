import type { IndexDescription, ModelDescription, TableDescription } from '../documents/model-description.ts'
import { keyAttributes } from './described-table-input.ts'
import { provisionedUnits, type TableSettings } from './table-settings.ts'
import { createNames } from './unique-names.ts'

/** The arguments of an HCL block, and the blocks within it. */
type Body = readonly (readonly [name: string, value: Value] | Block)[]
type Value = string | number | boolean | readonly string[]

interface Block {
  readonly type: string
  readonly labels?: readonly string[]
  readonly body: Body
}

/**
 * Returns the tables of a model as a Terraform configuration. Keys of indexes are written as `key_schema`, which the
 * AWS provider supports since version 6.29.
 */
export function terraformConfiguration({ tables }: ModelDescription, settings: TableSettings = {}): string {
  const label = createNames(resourceName)
  const resources = tables.map((table) => ({
    type: 'resource',
    labels: ['aws_dynamodb_table', label(table.name)],
    body: tableBody(table, settings),
  }))
  return `${[providers, ...resources.map((block) => blockLines(block).join('\n'))].join('\n\n')}\n`
}

const providers = `terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 6.29.0"
    }
  }
}`

function resourceName(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').toLowerCase()
  return /^[a-z_]/.test(text) ? text : `table_${text}`
}

function tableBody(table: TableDescription, settings: TableSettings): Body {
  const [pk] = table.key.pk
  const [sk] = table.key.sk
  const units = provisionedUnits(settings)
  const { stream, protection, recovery } = settings
  return [
    ['name', table.name],
    ['billing_mode', units === undefined ? 'PAY_PER_REQUEST' : 'PROVISIONED'],
    ...capacity(units),
    ['hash_key', pk?.name ?? ''],
    ...optional('range_key', sk?.name),
    ...optional('stream_enabled', stream && true),
    ...optional('stream_view_type', stream),
    ...optional('deletion_protection_enabled', protection),
    ...keyAttributes(table).map(
      ({ name, type }): Block => ({
        type: 'attribute',
        body: [
          ['name', name],
          ['type', type],
        ],
      }),
    ),
    ...table.indexes.map((index) => indexBlock(index, units)),
    ...(table.ttlAttribute === undefined
      ? []
      : [
          {
            type: 'ttl',
            body: [
              ['attribute_name', table.ttlAttribute],
              ['enabled', true],
            ],
          } satisfies Block,
        ]),
    ...(recovery === true
      ? [{ type: 'point_in_time_recovery', body: [['enabled', true]] } satisfies Block]
      : []),
    // The data in a table is worth more than the stack that created it.
    { type: 'lifecycle', body: [['prevent_destroy', true]] },
  ]
}

function indexBlock(index: IndexDescription, units: ReturnType<typeof provisionedUnits>): Block {
  const { name, kind, sk, projection } = index
  const isLocal = kind === 'local'
  return {
    type: isLocal ? 'local_secondary_index' : 'global_secondary_index',
    body: [
      ['name', name],
      ...(isLocal ? optional('range_key', sk[0]?.name) : []),
      ['projection_type', typeof projection === 'string' ? projection : 'INCLUDE'],
      ...(typeof projection === 'string' ? [] : [['non_key_attributes', projection] as const]),
      ...(isLocal ? [] : [...capacity(units), ...keySchema(index)]),
    ],
  }
}

function keySchema({ pk, sk }: IndexDescription): Block[] {
  const block = (name: string, keyType: 'HASH' | 'RANGE'): Block => ({
    type: 'key_schema',
    body: [
      ['attribute_name', name],
      ['key_type', keyType],
    ],
  })
  return [...pk.map(({ name }) => block(name, 'HASH')), ...sk.map(({ name }) => block(name, 'RANGE'))]
}

function capacity(units: ReturnType<typeof provisionedUnits>): (readonly [string, Value])[] {
  if (units === undefined) return []
  return [
    ['read_capacity', units.readUnits],
    ['write_capacity', units.writeUnits],
  ]
}

function optional(name: string, value: Value | undefined): (readonly [string, Value])[] {
  return value === undefined || value === false ? [] : [[name, value]]
}

/** Formats a block as `terraform fmt` does: the equals signs of consecutive arguments are aligned. */
function blockLines({ type, labels = [], body }: Block): string[] {
  const head = [type, ...labels.map(quote)].join(' ')
  const lines: string[] = []
  const width = Math.max(0, ...body.map((entry) => ('type' in entry ? 0 : entry[0].length)))
  for (const entry of body) {
    if (!('type' in entry)) {
      lines.push(`${entry[0].padEnd(width)} = ${valueText(entry[1])}`)
      continue
    }
    if (lines.length > 0) lines.push('')
    lines.push(...blockLines(entry))
  }
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), '}']
}

function valueText(value: Value): string {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'object' ? `[${value.map(quote).join(', ')}]` : String(value)
}

/** Quotes text for HCL, with `${…}` and `%{…}` escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/[$%](?=\{)/g, '$&$&')
}
