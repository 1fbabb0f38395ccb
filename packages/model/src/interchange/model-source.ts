import { isOwnForm } from '../documents/describe-attributes.ts'
import type {
  EntityDescription,
  KeyAttributeDescription,
  KeyPartDescription,
  ModelDescription,
  PatternDescription,
  TableDescription,
} from '../documents/model-description.ts'
import { quoteText } from '../documents/quote-text.ts'
import { capitalWords, createNames } from '../templates/unique-names.ts'
import { formatSource, literal, memberName, object, type Source } from './format-literal.ts'
import { shapeSource } from './shape-source.ts'

/** Names that a declaration cannot have, or that the file uses already. */
const taken =
  `model shape storedAs table app await break case catch class const continue debugger default delete do else enum
  export extends false finally for function if implements import in instanceof interface let new null package private
  protected public return static super switch this throw true try typeof undefined var void while with yield arguments
  eval`.split(/\s+/)

/**
 * Writes a TypeScript file that declares a model. Names of tables, entities and attributes only ever become text in it,
 * whatever they contain.
 *
 * @example
 * import { model, shape, table } from '@monotable/model'
 * import { describeModel } from '@monotable/model/outputs'
 * const notes = table('Notes', { key: { pk: 'id' } })
 * const Note = notes.entity('Note', { schema: shape<{ id: string }>() })
 * modelSource(describeModel(model({ entities: { Note } }))).includes("export const notes = table('Notes'")
 * // true
 */
export function modelSource(description: ModelDescription): string {
  const name = createNames(identifier, taken)
  const tables = description.tables.map((table) => {
    const variable = name(lowerFirst(capitalWords(table.name)) || 'table')
    const entities = table.entities.map((entity) => ({
      entity,
      variable: name(capitalWords(entity.verb) || capitalWords(entity.name) || 'Entity'),
    }))
    return { table, variable, entities }
  })
  const entities = tables.flatMap((one) => one.entities)
  const patterns = tables.flatMap(({ table, variable, entities: own }) =>
    table.patterns.map((pattern) => {
      const find = (wanted: string) => own.find(({ entity }) => entity.name === wanted)?.variable ?? ''
      return { name: memberName(pattern.name), value: patternSource(pattern, variable, find) }
    }),
  )
  return [
    imports(description),
    ...tables.flatMap(({ table, variable, entities: own }) => [
      statement(`export const ${variable} = table(${quoteText(table.name)}, `, tableConfig(table), ')'),
      ...own.map(({ entity, variable: constant }) =>
        statement(
          `export const ${constant} = ${variable}.entity(${quoteText(entity.name)}, `,
          entityConfig(entity),
          ')',
        ),
      ),
    ]),
    statement(
      'export const app = model(',
      {
        kind: 'object',
        members: [
          { name: 'entities', value: entityMap(entities) },
          ...(patterns.length > 0
            ? [{ name: 'patterns', value: { kind: 'object', members: patterns } as const }]
            : []),
        ],
      },
      ')',
    ),
  ].join('\n')
}

function imports({ tables }: ModelDescription): string {
  const own = `import { model, shape, table } from ${quoteText('@monotable/model')}\n`
  const isNamed = tables.some(({ entities }) => entities.some(({ storedAs }) => storedAs !== undefined))
  return isNamed ? `${own}import { storedAs } from ${quoteText('@monotable/model/names')}\n` : own
}

function statement(before: string, inner: Source, after: string): string {
  return `${before}${formatSource(inner, 0, before.length + after.length)}${after}\n`
}

function entityMap(
  entities: readonly { readonly entity: EntityDescription; readonly variable: string }[],
): Source {
  return {
    kind: 'object',
    members: entities.map(({ entity, variable }) => ({ name: memberName(entity.verb), value: variable })),
  }
}

function identifier(name: string): string {
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}

function tableConfig(table: TableDescription): Source {
  const indexes = table.indexes.map(({ name, pk, sk, projection, kind }) => {
    const config = object([
      ['pk', keyAttributes(pk)],
      ['sk', keyAttributes(sk)],
      ['projection', projectionConfig(projection)],
      ['local', kind === 'local' ? true : undefined],
    ])
    return [name, config] as const
  })
  const { typeAttribute } = table
  return object([
    [
      'key',
      object([
        ['pk', keyAttributes(table.key.pk)],
        ['sk', keyAttributes(table.key.sk)],
      ]),
    ],
    ['indexes', indexes.length === 0 ? undefined : object(indexes)],
    ['type', typeAttribute === undefined ? false : typeAttribute === '_type' ? undefined : typeAttribute],
    ['ttl', table.ttlAttribute],
  ])
}

function keyAttributes(attributes: readonly KeyAttributeDescription[]): unknown {
  const list = attributes.map(({ name, type }) => (type === 'S' ? name : { name, type }))
  return list.length > 1 ? list : list[0]
}

function projectionConfig(projection: TableDescription['indexes'][number]['projection']): unknown {
  if (projection === 'ALL') return undefined
  return typeof projection === 'string' ? projection : { include: projection }
}

function entityConfig(entity: EntityDescription): Source {
  const { key, indexes, ttl, version, timestamps, readOnly, hidden, stored, storedAs, description } = entity
  const isPlain = [...key.pk, ...key.sk].every(isItself)
  const times = Object.values(timestamps ?? {})
  // `date` is the form that these have by default.
  const forms = Object.entries(stored ?? {}).filter(
    ([name, form]) => name !== ttl && !isOwnForm(form) && !(times.includes(name) && form === 'date'),
  )
  return object([
    ['schema', shapeSource(entity)],
    ['key', isPlain ? undefined : { pk: templates(key.pk), sk: templates(key.sk) }],
    [
      'index',
      indexes.length === 0
        ? undefined
        : object(indexes.map((index) => [index.index, indexConfig(index, entity)])),
    ],
    ['ttl', ttl],
    ['version', version === 'version' ? true : version],
    ['timestamps', times.join() === 'createdAt,updatedAt' ? true : timestamps],
    ['readOnly', readOnly],
    ['hidden', hidden],
    ['stored', forms.length === 0 ? undefined : object(forms)],
    ['storedAs', storedAs && { before: 'storedAs(', inner: object(Object.entries(storedAs)), after: ')' }],
    ['describe', description],
  ])
}

function indexConfig(index: EntityDescription['indexes'][number], { key }: EntityDescription): Source {
  const own = [...key.pk, ...key.sk]
  // Parts that can be left out: the attribute itself, or that of the table's own key.
  const isInherited = (part: KeyPartDescription) =>
    own.find(({ name }) => name === part.name)?.template === part.template ||
    (isItself(part) && !own.some(({ name }) => name === part.name))
  const half = (parts: readonly KeyPartDescription[]) =>
    parts.every(isInherited) ? undefined : templates(parts)
  const when = index.when.map(({ attribute, values }): [string, unknown] => [
    attribute,
    values.length === 1 ? values[0] : values,
  ])
  return object([
    ['pk', half(index.pk)],
    ['sk', half(index.sk)],
    ['when', when.length === 0 ? undefined : object(when)],
    ['partial', index.partial === 'read' ? undefined : index.partial],
  ])
}

function isItself({ plain, template, name }: KeyPartDescription): boolean {
  return plain && template === `{${name}}`
}

function templates(parts: readonly KeyPartDescription[]): string | string[] | undefined {
  const sources = parts.map(({ template }) => template)
  return sources.length > 1 ? sources : sources[0]
}

function patternSource(
  pattern: PatternDescription,
  table: string,
  variableOf: (entity: string) => string,
): Source {
  const { kind, index, members, order, page, consistent, hydrate, description } = pattern
  const options = object(Object.entries({ order, page, consistent, hydrate, describe: description }))
  const hasOptions = typeof options === 'object' && 'members' in options && options.members.length > 0
  const more: Source[] = hasOptions ? [', ', options] : []
  if (kind !== 'collect') {
    const entity = variableOf(members[0]?.entity ?? '')
    return { chain: [`${entity}.${kind}(${quoteText(index)}`, ...more, ')'] }
  }
  const read: Source = {
    kind: 'object',
    members: members.map(({ name, entity, count }) => ({
      name: memberName(name),
      value: `${variableOf(entity)}.${count}()`,
    })),
  }
  return { chain: [`${table}.collect(${literalText(index)}, `, read, ...more, ')'] }
}

function literalText(text: string): string {
  return literal(text) as string
}
