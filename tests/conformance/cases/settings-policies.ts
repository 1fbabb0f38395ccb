import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import { invalid, parameter, tableNotFound } from '../errors.ts'
import { tableOf } from '../fixtures.ts'
import { matching, partial } from '../matchers.ts'
import { captured, documentation, moto, reported } from '../sources.ts'

const guarded = { guarded: tableOf({ attributes: { pk: 'S' }, hash: 'pk' }) }
const arn = { ResourceArn: '«guarded:arn»' }
const root = 'arn:aws:iam::«guarded:account»:root'
const revision = matching(/^\d{13,}$/)

const statement = (changes: Fields = {}): Fields => ({
  Sid: 'One',
  Effect: 'Allow',
  Principal: { AWS: root },
  Action: 'dynamodb:GetItem',
  Resource: '«guarded:arn»',
  ...changes,
})
const document = (...statements: Fields[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements })
const put = (policy: string, more: Fields = {}): Fields => ({ ...arn, Policy: policy, ...more })
const policy = (text: string): ReturnType<typeof step> =>
  step('GetResourcePolicy', arn, { Policy: text, RevisionId: revision })

const replicated = document(
  statement({
    Principal: {
      Service: ['redshift.amazonaws.com', 'glue.amazonaws.com', 'replication.dynamodb.amazonaws.com'],
    },
    Action: ['dynamodb:ReadDataForReplication', 'dynamodb:AssociateTableReplica'],
  }),
)

/** [name, the policy as sent, the policy as returned, source] */
const forms: readonly [string, string, string, string?][] = [
  [
    'white space and the order of members do not matter',
    `\n{ "Statement": [ { "Resource": "«guarded:arn»", "Action": "dynamodb:GetItem", "Principal": { "AWS": "${root}" },\t"Effect": "Allow", "Sid": "One" } ], "Version": "2012-10-17" }`,
    document(statement()),
  ],
  [
    'lists of one become text',
    document(
      statement({
        Principal: { AWS: [root] },
        Action: ['dynamodb:GetItem'],
        Resource: ['«guarded:arn»'],
        Condition: { StringEquals: { 'aws:PrincipalAccount': ['«guarded:account»'] } },
      }),
    ),
    document(statement({ Condition: { StringEquals: { 'aws:PrincipalAccount': '«guarded:account»' } } })),
  ],
  [
    'lists of several stay as they are',
    document(statement({ Action: ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:GetItem'] })),
    document(statement({ Action: ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:GetItem'] })),
  ],
  [
    'an account is its root, and stands there once',
    document(statement({ Principal: { AWS: ['«guarded:account»', root] } })),
    document(statement()),
  ],
  ['a lower-case effect is taken', document(statement({ Effect: 'allow' })), document(statement())],
  [
    'a lower-case action stays as it is',
    document(statement({ Action: 'dynamodb:getitem' })),
    document(statement({ Action: 'dynamodb:getitem' })),
  ],
  [
    'one statement need not be a list',
    JSON.stringify({ Version: '2012-10-17', Statement: statement() }),
    document(statement()),
  ],
  [
    'a policy without a version is shown with the oldest',
    JSON.stringify({ Statement: [statement()] }),
    JSON.stringify({ Version: '2008-10-17', Statement: [statement()] }),
  ],
  [
    'other tables, indexes and everything are resources too',
    document(
      statement({ Resource: ['*', '«guarded:arn»/index/*', '«guarded:arn»2', '«guarded:arn»/index/one'] }),
    ),
    document(
      statement({ Resource: ['*', '«guarded:arn»/index/*', '«guarded:arn»2', '«guarded:arn»/index/one'] }),
    ),
  ],
  [
    'services that work with tables are taken, and so is what replication between accounts needs',
    replicated,
    replicated,
    `${reported}; ${documentation('Security of multi-account global tables')}`,
  ],
  [
    'NotAction stands where Action would',
    document({
      Effect: 'Deny',
      Principal: '*',
      NotAction: 'dynamodb:*ResourcePolicy',
      Resource: '*',
    }),
    document({ Effect: 'Deny', Principal: '*', NotAction: 'dynamodb:*ResourcePolicy', Resource: '*' }),
  ],
]

const broken = (text: string): ExpectedError => invalid(parameter(`Invalid policy document: ${text}`))
const withoutMember = (name: string): string => {
  const { [name]: _, ...rest } = statement()
  return document(rest)
}

const documents: readonly [string, string, ExpectedError, string?][] = [
  ['no JSON', '{not json', broken('This policy contains invalid Json')],
  ['an empty text', '', broken('This policy contains invalid Json')],
  ['null', 'null', broken('This text appears not to be a policy')],
  ['an empty policy', '{}', broken('Syntax error at position (1,3)')],
  ['no statement', document(), broken('Could not parse the policy: Statement is empty!')],
  ['a statement without resource', withoutMember('Resource'), broken('Missing required field Resource')],
  [
    'two statements of one name',
    document(statement(), statement()),
    broken('The Statement Ids in the policy are not unique'),
  ],
  [
    'actions of streams',
    document(statement({ Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords'] })),
    // AWS named them in the other order; its order is unknown.
    invalid(matching(/: The following action names are invalid: "dynamodb:\w+", "dynamodb:\w+"$/)),
  ],
  [
    'an action whose resource is a backup',
    document(statement({ Action: 'dynamodb:RestoreTableFromBackup' })),
    broken('The following action names are invalid: "dynamodb:RestoreTableFromBackup"'),
  ],
  [
    'a stream as the resource',
    document(statement({ Resource: '«guarded:arn»/stream/2026-10-09T00:29:04.041' })),
    invalid(
      matching(
        /Invalid policy document: The relative-id "table\/«guarded»\/stream\/2026-10-09T00:29:04.041" is invalid for ARN "/,
      ),
    ),
  ],
  [
    'an account without its kind',
    document(statement({ Principal: '«guarded:account»' })),
    invalid(matching(/: Invalid policy document: Syntax error at position \(1,\d+\)$/)),
  ],
  [
    'a principal that is none',
    document(statement({ Principal: { AWS: 'somebody' } })),
    invalid(parameter('Invalid principal in policy document.')),
  ],
  [
    'a service that does nothing with tables',
    document(statement({ Principal: { Service: ['redshift.amazonaws.com', 'bedrock.amazonaws.com'] } })),
    broken('Policy contains invalid service principal'),
    reported,
  ],
  ...(['*', { AWS: '*' }] as const).map((everybody): [string, string, ExpectedError] => [
    `everybody, as ${JSON.stringify(everybody)}`,
    document(statement({ Principal: everybody })),
    invalid(
      'Resource-based policy grants unbounded access in one or more elements. ' +
        'Please revise the policy to ensure least-privilege form of access',
    ),
  ]),
  [
    'more than 20 KB',
    document(statement()) + ' '.repeat(20_480),
    invalid(parameter('Maximum policy size of 20480 bytes exceeded')),
  ],
]

const arns: readonly [string, string, ExpectedError][] = [
  ['a bare name', '«guarded»', invalid(parameter("ARNs must start with 'arn:': «guarded»"))],
  ['a table that is not there', '«absent:arn»', tableNotFound('«absent»')],
  [
    'another region',
    'arn:aws:dynamodb:mars-north-1:«guarded:account»:table/«guarded»',
    invalid(
      parameter('Invalid resource Arn: arn:aws:dynamodb:mars-north-1:«guarded:account»:table/«guarded»'),
    ),
  ],
  [
    'another partition',
    'arn:aws-cn:dynamodb:«guarded:region»:«guarded:account»:table/«guarded»',
    invalid(
      parameter(
        'Invalid resource Arn: arn:aws-cn:dynamodb:«guarded:region»:«guarded:account»:table/«guarded»',
      ),
    ),
  ],
  [
    'another account',
    'arn:aws:dynamodb:«guarded:region»:999999999999:table/«guarded»',
    invalid('This action is only supported by accounts that match the resource owner’s account.'),
  ],
  [
    'an index',
    '«guarded:arn»/index/one',
    invalid(
      matching(
        /: Invalid resource arn provided, only table or stream is accepted. Provided resource arn: arn:aws:dynamodb:/,
      ),
    ),
  ],
  [
    'a backup',
    '«guarded:arn»/backup/01700000000000-00000000',
    invalid(
      parameter('Provided Arn is not a DynamoDB resource arn: «guarded:arn»/backup/01700000000000-00000000'),
    ),
  ],
  [
    'a stream that is not there',
    '«guarded:arn»/stream/2000-01-01T00:00:00.000',
    {
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: Stream: 2000-01-01T00:00:00.000 not found for Table: «guarded»',
    },
  ],
]

const noPolicy: ExpectedError = {
  name: 'PolicyNotFoundException',
  message: 'Resource-based policy not found for the provided ResourceArn: «guarded:arn»',
}
const notFound = (pattern: RegExp): ExpectedError => ({
  name: 'PolicyNotFoundException',
  message: matching(pattern),
})
const denial = document(
  statement({ Effect: 'Deny', Principal: '*', Action: 'dynamodb:PutResourcePolicy', Resource: '*' }),
)
const lockedOut: ExpectedError = {
  name: 'AccessDeniedException',
  message: 'The new resource policy will not allow you to update the resource policy in the future.',
}

/** Resource policies: putting and deleting them, and which ones are accepted. */
export const settingsPolicies: readonly ConformanceCase[] = [
  {
    name: 'a policy is put, returned and removed',
    source: captured,
    tables: guarded,
    steps: [
      refusal('GetResourcePolicy', arn, noPolicy),
      step('DeleteResourcePolicy', arn, {}),
      step('PutResourcePolicy', put(document(statement())), { RevisionId: revision }),
      policy(document(statement())),
      step('DeleteResourcePolicy', arn, { RevisionId: revision }),
      refusal('GetResourcePolicy', arn, noPolicy),
      step('DeleteResourcePolicy', arn, { RevisionId: revision }),
    ],
  },
  {
    name: 'CreateTable accepts a policy and does not return it',
    source: captured,
    steps: [
      step(
        'CreateTable',
        {
          TableName: '«guarded»',
          ...guarded.guarded,
          ResourcePolicy: document(statement({ Resource: '*' })),
        },
        partial({ TableDescription: partial({ TableName: '«guarded»' }) }),
      ),
      policy(document(statement({ Resource: '*' }))),
    ],
  },
  {
    name: 'CreateTable checks its policy',
    source: captured,
    steps: [
      refusal(
        'CreateTable',
        { TableName: '«guarded»', ...guarded.guarded, ResourcePolicy: '{' },
        broken('This policy contains invalid Json'),
      ),
    ],
  },
  ...forms.map(
    ([name, sent, given, source = captured]): ConformanceCase => ({
      name: `policies: ${name}`,
      source,
      tables: guarded,
      steps: [step('PutResourcePolicy', put(sent), { RevisionId: revision }), policy(given)],
    }),
  ),
  ...documents.map(([name, sent, error, source = captured]) =>
    refused(
      {
        name: `PutResourcePolicy refuses ${name}`,
        source,
        tables: guarded,
        operation: 'PutResourcePolicy',
      },
      put(sent),
      error,
    ),
  ),
  ...arns.map(([name, ResourceArn, error]) =>
    refused(
      {
        name: `GetResourcePolicy refuses ${name}`,
        source: captured,
        tables: guarded,
        operation: 'GetResourcePolicy',
      },
      { ResourceArn },
      error,
    ),
  ),
  {
    name: 'DeleteResourcePolicy of a table that is not there',
    source: moto,
    tables: guarded,
    steps: [refusal('DeleteResourcePolicy', { ResourceArn: '«absent:arn»' }, tableNotFound('«absent»'))],
  },
  {
    name: 'an expected revision must exist',
    source: moto,
    tables: guarded,
    steps: [
      refusal(
        'PutResourcePolicy',
        put(document(statement()), { ExpectedRevisionId: '123456789' }),
        notFound(
          /: Requested update for policy with revision id 123456789, but table «guarded» has no associated/,
        ),
      ),
      refusal(
        'DeleteResourcePolicy',
        { ...arn, ExpectedRevisionId: '123456789' },
        notFound(
          /: Requested update for policy with revision id 123456789, but table «guarded» has no associated/,
        ),
      ),
      step('PutResourcePolicy', put(document(statement()), { ExpectedRevisionId: 'NO_POLICY' })),
      refusal(
        'PutResourcePolicy',
        put(document(statement({ Sid: 'Two' })), { ExpectedRevisionId: 'NO_POLICY' }),
        notFound(
          /^Resource-based policy not found for the provided ResourceArn: Requested policy update expecting none to be present for table «guarded», but a policy exists with revision id \d+\.$/,
        ),
      ),
      refusal(
        'DeleteResourcePolicy',
        { ...arn, ExpectedRevisionId: 'unknown' },
        notFound(
          /^Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id unknown, but the policy associated to target table «guarded» has revision id \d+\.$/,
        ),
      ),
      policy(document(statement())),
    ],
  },
  {
    name: 'a policy that locks its owner out must be confirmed',
    source: captured,
    tables: guarded,
    steps: [
      refusal('PutResourcePolicy', put(denial), lockedOut),
      refusal('PutResourcePolicy', put(denial, { ConfirmRemoveSelfResourceAccess: false }), lockedOut),
      step(
        'PutResourcePolicy',
        put(document(statement({ Effect: 'Deny', Principal: '*', Action: 'dynamodb:DeleteTable' }))),
        { RevisionId: revision },
      ),
    ],
  },
]
