import fc from 'fast-check'
import { type NaiveNeed, openKey } from './naive-policy.ts'

/** A request, and the permissions it needs. */
export interface DrawnRequest {
  readonly operation: string
  readonly input: { readonly [member: string]: unknown }
  readonly needs: readonly NaiveNeed[]
}

export const region = 'us-east-1'
export const accountId = '123456789012'
export const tables = ['AAA', 'BBB'] as const
export const tableArns = tables.map((name) => `arn:aws:dynamodb:${region}:${accountId}:table/${name}`)
/** Values of the partition key `P` and of `G`, the partition key of the first table's index `byG`. */
export const keys = ['k1', 'k2', 'k3'] as const
/** The other attributes. */
export const attributes = ['a', 'b', 'c'] as const

const table = fc.constantFrom(...tables)
const key = fc.constantFrom(...keys)
const someAttributes = fc.subarray([...attributes])
const returnValues = fc.constantFrom('NONE', 'ALL_OLD')

const arnOf = (name: string) => tableArns[tables.indexOf(name as 'AAA')] as string
/** The table as a request may name it: by its name or by its ARN. */
const written = (name: string, style: Style) => (style === 'legacy' ? arnOf(name) : name)
const text = (value: string) => ({ S: value })
const keyOf = (value: string) => ({ P: text(value) })

/**
 * How attributes are named: directly, by placeholders and paths, or by the legacy parameters that predate expressions.
 */
type Style = 'plain' | 'placeholders' | 'legacy'
const style: fc.Arbitrary<Style> = fc.constantFrom('plain', 'placeholders', 'legacy')

interface Words {
  readonly names: { [placeholder: string]: string }
  word(attribute: string): string
}

function words(given: Style): Words {
  const names: { [placeholder: string]: string } = {}
  return {
    names,
    word: (attribute) => {
      if (given !== 'placeholders') return attribute
      names[`#${attribute}`] = attribute
      return `#${attribute}.x`
    },
  }
}

function namesOf({ names }: Words) {
  return Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }
}

/** A projection of the chosen attributes, or nothing when none are chosen. */
function projection(chosen: readonly string[], given: Style, { word }: Words): object {
  if (chosen.length === 0) return {}
  if (given === 'legacy') return { AttributesToGet: chosen }
  return { ProjectionExpression: chosen.map(word).join(', ') }
}

function exists(chosen: readonly string[], { word }: Words): string {
  return chosen
    .map((name, position) => `attribute_${position % 2 ? 'not_' : ''}exists(${word(name)})`)
    .join(' OR ')
}

/** A condition on the chosen attributes, or nothing when none are chosen. */
function condition(parameter: string, chosen: readonly string[], given: Style, used: Words): object {
  if (chosen.length === 0) return {}
  if (given !== 'legacy') return { [parameter]: exists(chosen, used) }
  const legacy =
    { ConditionExpression: 'Expected', FilterExpression: 'QueryFilter' }[parameter] ?? 'ScanFilter'
  return { [legacy]: Object.fromEntries(chosen.map((name) => [name, { ComparisonOperator: 'NOT_NULL' }])) }
}

const selectOf = (chosen: readonly string[], all = 'ALL_ATTRIBUTES') => [
  chosen.length === 0 ? all : 'SPECIFIC_ATTRIBUTES',
]

function facts(leading: readonly string[], named: readonly string[], others: NaiveNeed['facts'] = {}) {
  return {
    'dynamodb:LeadingKeys': leading,
    'dynamodb:Attributes': [...new Set(named)],
    ...others,
  }
}

const getItem = fc
  .tuple(table, key, someAttributes, style)
  .map(([name, value, chosen, given]): DrawnRequest => {
    const used = words(given)
    const parts = projection(chosen, given, used)
    return {
      operation: 'GetItem',
      input: { TableName: written(name, given), Key: keyOf(value), ...parts, ...namesOf(used) },
      needs: [
        {
          action: 'GetItem',
          resource: arnOf(name),
          facts: facts([value], ['P', ...chosen], { 'dynamodb:Select': selectOf(chosen) }),
        },
      ],
    }
  })

const putItem = fc
  .tuple(table, key, someAttributes, someAttributes, style, returnValues, returnValues)
  .map(([name, value, members, tested, given, returned, onFailure]): DrawnRequest => {
    const used = words(given)
    const parts = condition('ConditionExpression', tested, given, used)
    const item = Object.fromEntries(members.map((member) => [member, text('new')]))
    return {
      operation: 'PutItem',
      input: {
        TableName: written(name, given),
        Item: { ...keyOf(value), ...item },
        ...parts,
        ...namesOf(used),
        ReturnValues: returned,
        ReturnValuesOnConditionCheckFailure: onFailure,
      },
      needs: [returned, ...(onFailure === 'NONE' ? [] : [onFailure])].map((choice) => ({
        action: 'PutItem',
        resource: arnOf(name),
        facts: facts([value], ['P', ...members, ...tested], { 'dynamodb:ReturnValues': [choice] }),
      })),
    }
  })

const updateItem = fc
  .tuple(
    table,
    key,
    fc.subarray([...attributes], { minLength: 1 }),
    fc.option(fc.constantFrom(...attributes), { nil: undefined }),
    style,
    fc.constantFrom('NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'),
  )
  .map(([name, value, members, copied, given, returned]): DrawnRequest => {
    const used = words(given)
    const isLegacy = given === 'legacy'
    const source = copied === undefined || isLegacy ? [] : [copied]
    // A placeholder becomes a path into the attribute. If the attribute is not a map, the update changes nothing.
    const changes = isLegacy
      ? { AttributeUpdates: Object.fromEntries(members.map((member) => [member, { Value: text('new') }])) }
      : {
          UpdateExpression: `SET ${members.map((member) => `${used.word(member)} = ${source.length > 0 ? `if_not_exists(${used.word(copied as string)}, :v)` : ':v'}`).join(', ')}`,
          ExpressionAttributeValues: { ':v': text('new') },
        }
    return {
      operation: 'UpdateItem',
      input: {
        TableName: written(name, given),
        Key: keyOf(value),
        ...changes,
        ...namesOf(used),
        ReturnValues: returned,
      },
      needs: [
        {
          action: 'UpdateItem',
          resource: arnOf(name),
          facts: facts([value], ['P', ...members, ...source], { 'dynamodb:ReturnValues': [returned] }),
        },
      ],
    }
  })

const deleteItem = fc
  .tuple(table, key, someAttributes, style, returnValues)
  .map(([name, value, tested, given, returned]): DrawnRequest => {
    const used = words(given)
    const parts = condition('ConditionExpression', tested, given, used)
    return {
      operation: 'DeleteItem',
      input: {
        TableName: written(name, given),
        Key: keyOf(value),
        ...parts,
        ...namesOf(used),
        ReturnValues: returned,
      },
      needs: [
        {
          action: 'DeleteItem',
          resource: arnOf(name),
          facts: facts([value], ['P', ...tested], { 'dynamodb:ReturnValues': [returned] }),
        },
      ],
    }
  })

const query = fc
  .tuple(fc.boolean(), key, someAttributes, someAttributes, style, fc.boolean())
  .map(([onIndex, value, chosen, tested, given, counts]): DrawnRequest => {
    const used = words(given)
    const hash = onIndex ? 'G' : 'P'
    const isCount = counts && chosen.length === 0
    const parts = {
      ...projection(chosen, given, used),
      ...condition('FilterExpression', tested, given, used),
      ...(given === 'legacy'
        ? { KeyConditions: { [hash]: { ComparisonOperator: 'EQ', AttributeValueList: [text(value)] } } }
        : { KeyConditionExpression: `${hash} = :v`, ExpressionAttributeValues: { ':v': text(value) } }),
    }
    const whole = onIndex ? 'ALL_PROJECTED_ATTRIBUTES' : 'ALL_ATTRIBUTES'
    return {
      operation: 'Query',
      input: {
        TableName: written('AAA', given),
        ...(onIndex && { IndexName: 'byG' }),
        ...(isCount && { Select: 'COUNT' }),
        ...parts,
        ...namesOf(used),
      },
      needs: [
        {
          action: 'Query',
          resource: onIndex ? `${arnOf('AAA')}/index/byG` : arnOf('AAA'),
          facts: facts([value], [hash, ...chosen, ...tested], {
            'dynamodb:Select': isCount ? ['COUNT'] : selectOf(chosen, whole),
          }),
        },
      ],
    }
  })

const scan = fc
  .tuple(table, someAttributes, someAttributes, style)
  .map(([name, chosen, tested, given]): DrawnRequest => {
    const used = words(given)
    const filter = given === 'legacy' ? 'ScanFilter' : 'FilterExpression'
    const parts = { ...projection(chosen, given, used), ...condition(filter, tested, given, used) }
    return {
      operation: 'Scan',
      input: { TableName: written(name, given), ...parts, ...namesOf(used) },
      needs: [
        {
          action: 'Scan',
          resource: arnOf(name),
          facts: facts([], [...chosen, ...tested], { 'dynamodb:Select': selectOf(chosen) }),
        },
      ],
    }
  })

const someKeys = fc.subarray([...keys], { minLength: 1 })

const batchGet = fc.tuple(fc.subarray([...tables], { minLength: 1 }), someKeys, someAttributes).map(
  ([names, values, chosen]): DrawnRequest => ({
    operation: 'BatchGetItem',
    input: {
      RequestItems: Object.fromEntries(
        names.map((name) => [
          name,
          { Keys: values.map(keyOf), ...projection(chosen, 'plain', words('plain')) },
        ]),
      ),
    },
    needs: names.map((name) => ({
      action: 'BatchGetItem',
      resource: arnOf(name),
      facts: facts(values, ['P', ...chosen], { 'dynamodb:Select': selectOf(chosen) }),
    })),
  }),
)

const batchWrite = fc
  .tuple(fc.subarray([...tables], { minLength: 1 }), someKeys, someAttributes, fc.boolean())
  .map(([names, values, members, deletes]): DrawnRequest => {
    const item = Object.fromEntries(members.map((member) => [member, text('new')]))
    const requests = values.map((value) =>
      deletes
        ? { DeleteRequest: { Key: keyOf(value) } }
        : { PutRequest: { Item: { ...keyOf(value), ...item } } },
    )
    return {
      operation: 'BatchWriteItem',
      input: { RequestItems: Object.fromEntries(names.map((name) => [name, requests])) },
      needs: names.map((name) => ({
        action: 'BatchWriteItem',
        resource: arnOf(name),
        facts: facts(values, ['P', ...(deletes ? [] : members)]),
      })),
    }
  })

const transactGet = fc.tuple(table, someKeys, someAttributes).map(
  ([name, values, chosen]): DrawnRequest => ({
    operation: 'TransactGetItems',
    input: {
      TransactItems: values.map((value) => ({
        Get: { TableName: name, Key: keyOf(value), ...projection(chosen, 'plain', words('plain')) },
      })),
    },
    needs: values.map((value) => ({
      action: 'GetItem',
      resource: arnOf(name),
      facts: facts([value], ['P', ...chosen], {
        'dynamodb:Select': selectOf(chosen),
        'dynamodb:EnclosingOperation': ['TransactGetItems'],
      }),
    })),
  }),
)

const transactPart = fc.tuple(
  fc.constantFrom('Put', 'Update', 'Delete', 'ConditionCheck'),
  fc.subarray([...attributes], { minLength: 1 }),
  returnValues,
)

const transactWrite = fc
  .tuple(table, someKeys, fc.array(transactPart, { minLength: 3, maxLength: 3 }))
  .map(([name, values, parts]): DrawnRequest => {
    const drawn = values.map((value, position) => {
      const [kind, chosen, onFailure] = parts[position] as (typeof parts)[number]
      const used = words('plain')
      const member = {
        TableName: name,
        ReturnValuesOnConditionCheckFailure: onFailure,
        ...(kind === 'Put'
          ? { Item: { ...keyOf(value), ...Object.fromEntries(chosen.map((one) => [one, text('new')])) } }
          : { Key: keyOf(value) }),
        ...(kind === 'Update' && { UpdateExpression: `REMOVE ${chosen.join(', ')}` }),
        ...(kind === 'ConditionCheck' && { ConditionExpression: exists(chosen, used) }),
      }
      const named = kind === 'Delete' ? ['P'] : ['P', ...chosen]
      const need = {
        action: kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`,
        resource: arnOf(name),
        facts: facts([value], named, {
          'dynamodb:ReturnValues': [onFailure],
          'dynamodb:EnclosingOperation': ['TransactWriteItems'],
        }),
      }
      return { item: { [kind]: member }, need }
    })
    return {
      operation: 'TransactWriteItems',
      input: { TransactItems: drawn.map(({ item }) => item) },
      needs: drawn.map(({ need }) => need),
    }
  })

interface DrawnStatement {
  readonly statement: string
  readonly need: NaiveNeed
}

const selectStatement = fc
  .tuple(fc.boolean(), fc.subarray([...keys]), someAttributes, someAttributes, fc.boolean())
  .map(([onIndex, values, chosen, tested, usesIn]): DrawnStatement => {
    const hash = onIndex ? 'G' : 'P'
    const quoted = values.map((value) => `'${value}'`)
    const keyed = usesIn
      ? `${hash} IN [${quoted.join(', ')}]`
      : `(${quoted.map((value) => `${hash} = ${value}`).join(' OR ')})`
    const conditions = [
      ...(values.length > 0 ? [keyed] : []),
      ...tested.map((name) => `"${name}" <> 'nothing'`),
    ]
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
    const columns = chosen.length === 0 ? '*' : chosen.map((name) => `"${name}"`).join(', ')
    const whole = onIndex ? 'ALL_PROJECTED_ATTRIBUTES' : 'ALL_ATTRIBUTES'
    return {
      statement: `SELECT ${columns} FROM "AAA"${onIndex ? '."byG"' : ''}${where}`,
      need: {
        action: 'PartiQLSelect',
        resource: onIndex ? `${arnOf('AAA')}/index/byG` : arnOf('AAA'),
        facts: facts(
          values.length > 0 ? values : [openKey],
          [...(values.length > 0 ? [hash] : []), ...chosen, ...tested],
          {
            'dynamodb:Select': selectOf(chosen, whole),
            'dynamodb:FullTableScan': [String(values.length === 0)],
          },
        ),
      },
    }
  })

const writeStatement = fc
  .tuple(
    table,
    key,
    fc.constantFrom(...attributes),
    fc.constantFrom('insert', 'update', 'delete'),
    fc.constantFrom('', ' RETURNING ALL OLD *', ' RETURNING MODIFIED NEW *'),
  )
  .map(([name, value, member, kind, asked]): DrawnStatement => {
    const where = `WHERE P = '${value}'`
    const returning = kind === 'insert' || (kind === 'delete' && asked.includes('NEW')) ? '' : asked
    const returned = returning === '' ? 'NONE' : returning.includes('OLD') ? 'ALL_OLD' : 'UPDATED_NEW'
    const [statement, named] = {
      insert: [`INSERT INTO "${name}" VALUE {'P': '${value}', '${member}': 'new'}`, ['P', member]],
      update: [`UPDATE "${name}" SET ${member} = 'new' ${where}${returning}`, ['P', member]],
      delete: [`DELETE FROM "${name}" ${where} AND ${member} <> 'x'${returning}`, ['P', member]],
    }[kind as 'insert'] as [string, string[]]
    return {
      statement,
      need: {
        action: `PartiQL${kind[0]?.toUpperCase()}${kind.slice(1)}`,
        resource: arnOf(name),
        facts: facts([value], named, { 'dynamodb:ReturnValues': [returned] }),
      },
    }
  })

const executeStatement = fc.oneof(selectStatement, writeStatement).map(
  ({ statement, need }): DrawnRequest => ({
    operation: 'ExecuteStatement',
    input: { Statement: statement },
    needs: [need],
  }),
)

/** Leaves out statements with RETURNING: a transaction refuses them before any permission is checked. */
const executeTransaction = fc
  .uniqueArray(
    writeStatement.filter(({ statement }) => !statement.includes('RETURNING')),
    { minLength: 1, maxLength: 3, selector: ({ statement }) => statement },
  )
  .map(
    (drawn): DrawnRequest => ({
      operation: 'ExecuteTransaction',
      input: { TransactStatements: drawn.map(({ statement }) => ({ Statement: statement })) },
      needs: drawn.map(({ need }) => enclosedIn('ExecuteTransaction', need)),
    }),
  )

function enclosedIn(operation: string, need: NaiveNeed): NaiveNeed {
  return { ...need, facts: { ...need.facts, 'dynamodb:EnclosingOperation': [operation] } }
}

/** Requests for items that name the keys and attributes of a table in many ways. */
export const apiRequest: fc.Arbitrary<DrawnRequest> = fc.oneof(
  getItem,
  putItem,
  updateItem,
  deleteItem,
  query,
  scan,
  batchGet,
  batchWrite,
  transactGet,
  transactWrite,
)

/** Single statements and transactions of statements that do the same. */
export const statementRequest: fc.Arbitrary<DrawnRequest> = fc.oneof(executeStatement, executeTransaction)

/** Batches of statements, where each statement gets an answer of its own. */
export const statementBatch = fc
  .array(fc.oneof(selectStatement, writeStatement), { minLength: 1, maxLength: 4 })
  .map((drawn) =>
    drawn.map(({ statement, need }) => ({ statement, need: enclosedIn('BatchExecuteStatement', need) })),
  )
