// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of policies
import {
  type Access,
  type AccessPolicy,
  createAccess,
  createDatabase,
  type Database,
  PolicyError,
} from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draws } from '../draws.ts'
import { anyPolicy } from './draw-policies.ts'
import {
  accountId,
  apiRequest,
  attributes,
  type DrawnRequest,
  keys,
  region,
  statementBatch,
  statementRequest,
  tables,
} from './draw-requests.ts'
import { isAllowed } from './naive-policy.ts'

const request = fc.oneof({ weight: 3, arbitrary: apiRequest }, { weight: 2, arbitrary: statementRequest })

/** Opens a database in which every value contains its key and its attribute name. */
async function openMarked(): Promise<Database> {
  const db = await createDatabase({ accountId })
  for (const TableName of tables) {
    await db.send('CreateTable', {
      TableName,
      AttributeDefinitions: ['P', 'G'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [{ AttributeName: 'P', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byG',
          KeySchema: [{ AttributeName: 'G', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    })
    for (const key of keys) await db.send('PutItem', { TableName, Item: markedItem(key) })
  }
  return db
}

function markedItem(key: string) {
  const marks = attributes.map((name) => [name, { S: `${key}|${name}` }])
  return { P: { S: key }, G: { S: key }, ...(Object.fromEntries(marks) as { [name: string]: { S: string } }) }
}

/** Returns the text of the answer, or of the error. Anything other than a service error fails the test. */
async function ask(db: Database, access: Access, { operation, input }: DrawnRequest) {
  try {
    return { text: await db.execute(operation, input, { region, accountId, access }), denied: false }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return {
      text: error.message + JSON.stringify(error.fields),
      denied: error.name === 'AccessDeniedException' || /reasons \[.*AccessDenied/.test(error.message),
    }
  }
}

/** Returns the error codes in the answer to a batch, by position. */
function codesIn(answer: string): (string | undefined)[] {
  const { Responses } = JSON.parse(answer) as { Responses: { Error?: { Code: string } }[] }
  return Responses.map(({ Error: error }) => error?.Code)
}

const userWith = (policies: readonly AccessPolicy[]) => createAccess({ accountId, userName: 'ann', policies })

describe('random policies and requests', () => {
  test("are judged by IAM's rules", async () => {
    const db = await openMarked()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPolicy, { minLength: 1, maxLength: 2 }),
        request,
        async (policies, drawn) => {
          const { denied } = await ask(db, userWith(policies), drawn)
          expect(denied).toBe(!isAllowed(policies, drawn.needs))
        },
      ),
      { numRuns: draws(300) },
    )
    await db.close()
  })

  test('statements of a batch are judged one by one if all of them are valid', async () => {
    const db = await openMarked()
    await fc.assert(
      fc.asyncProperty(anyPolicy, statementBatch, async (policy, statements) => {
        const Statements = statements.map(({ statement }) => ({ Statement: statement }))
        const { text } = await ask(db, userWith([policy]), {
          operation: 'BatchExecuteStatement',
          input: { Statements },
          needs: [],
        })
        if (!text.startsWith('{')) return
        const codes = codesIn(text)
        for (const [position, { need }] of statements.entries()) {
          const alone = { Statements: [Statements[position]] }
          const [unjudged] = codesIn(await db.execute('BatchExecuteStatement', alone, { region, accountId }))
          const isDenied = unjudged !== 'ValidationError' && !isAllowed([policy], [need])
          expect(codes[position] === 'AccessDenied').toBe(isDenied)
        }
      }),
      { numRuns: draws(120) },
    )
    await db.close()
  })
})

/** A policy of the kind that AWS's guide recommends: it limits attributes and return values, and allows no Scan. */
function carefulPolicy(ownKeys: readonly string[], shown: readonly string[]): AccessPolicy {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        NotAction: 'dynamodb:Scan',
        Resource: '*',
        Condition: {
          'ForAllValues:StringEquals': {
            'dynamodb:LeadingKeys': [...ownKeys],
            'dynamodb:Attributes': ['P', 'G', ...shown],
          },
          StringEqualsIfExists: {
            'dynamodb:Select': ['SPECIFIC_ATTRIBUTES', 'COUNT'],
            'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
          },
        },
      },
    ],
  }
}

describe('a careful policy', () => {
  const session = fc.record({
    own: fc.subarray([...keys], { minLength: 1 }),
    shown: fc.subarray([...attributes]),
    requests: fc.array(request, { minLength: 1, maxLength: 12 }),
  })

  test('neither reveals hidden values nor lets them be changed', async () => {
    await fc.assert(
      fc.asyncProperty(session, async ({ own, shown, requests }) => {
        const db = await openMarked()
        const access = userWith([carefulPolicy(own, shown)])
        for (const drawn of requests) {
          const { text } = await ask(db, access, drawn)
          for (const [, key = '', name = ''] of text.matchAll(/(k\d)\|([abc])/g)) {
            expect({
              drawn,
              key,
              name,
              isShown: own.includes(key as 'k1') && shown.includes(name as 'a'),
            }).toEqual({ drawn, key, name, isShown: true })
          }
        }
        await expectUntouched(db, own, shown)
        await db.close()
      }),
      { numRuns: draws(60) },
    )
  })

  // Hidden attributes of the user's own items may disappear: to put or delete an item takes the whole item, as on AWS.
  async function expectUntouched(db: Database, own: readonly string[], shown: readonly string[]) {
    for (const TableName of tables) {
      const { Items = [] } = await db.send('Scan', { TableName })
      for (const key of keys) {
        const item = Items.find(({ P }) => P?.S === key)
        if (!own.includes(key)) expect(item).toEqual(markedItem(key))
        for (const name of attributes.filter((attribute) => !shown.includes(attribute))) {
          expect([undefined, `${key}|${name}`]).toContain(item?.[name]?.S)
        }
      }
    }
  }
})

describe('hostile input', () => {
  const hostileWord = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'Version',
      'Statement',
      'Effect',
      'Allow',
      'Action',
      'Resource',
      'Condition',
      '__proto__',
      '*',
    ),
    fc.constantFrom(
      '2012-10-17',
      'dynamodb:*',
      'ForAllValues:StringLike',
      'dynamodb:LeadingKeys',
      '${aws:username}',
      '${',
      "${a:b, '",
    ),
  )
  const document = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 6 },
      hostileWord,
      fc.constantFrom(null, true, 1, [], {}),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(hostileWord, tie('node'), { maxKeys: 4 }),
    ),
  })).node

  test('a document that is not a policy is a PolicyError', () => {
    fc.assert(
      fc.property(document, (given) => {
        try {
          userWith([given as AccessPolicy])
        } catch (error) {
          expect(error).toBeInstanceOf(PolicyError)
        }
      }),
      { numRuns: draws(300) },
    )
  })

  test('a statement with arbitrary text in it is answered or refused', async () => {
    const db = await openMarked()
    const access = userWith([carefulPolicy(['k1'], ['a'])])
    const piece = fc.oneof(
      fc.constantFrom(
        'SELECT',
        '*',
        'FROM',
        '"AAA"',
        '."byG"',
        'WHERE',
        'P',
        'G',
        '=',
        "'k1'",
        "'k2'",
        'AND',
        'OR',
        'NOT',
      ),
      fc.constantFrom(
        'IN',
        '[',
        ']',
        '(',
        ')',
        ',',
        'a',
        '"b"',
        'c',
        'EXISTS',
        'UPDATE',
        'SET',
        'REMOVE',
        'DELETE',
        '?',
      ),
      fc.constantFrom(
        'INSERT',
        'INTO',
        'VALUE',
        '{',
        '}',
        ':',
        'RETURNING',
        'ALL',
        'OLD',
        '<>',
        'BETWEEN',
        'MISSING',
        'IS',
      ),
    )
    const statement = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join(' '))
    await fc.assert(
      fc.asyncProperty(statement, async (Statement) => {
        const { text } = await ask(db, access, {
          operation: 'ExecuteStatement',
          input: { Statement },
          needs: [],
        })
        expect(text).not.toMatch(/k[23]\||\|[bc]/)
      }),
      { numRuns: draws(300) },
    )
    await db.close()
  })
})
