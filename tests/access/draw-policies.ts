import type { AccessPolicy, AccessPolicyStatement, PolicyCondition } from '@monotable/engine'
import fc from 'fast-check'
import { attributes, keys, tableArns } from './draw-requests.ts'

const actions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
  'PartiQLSelect',
  'PartiQLInsert',
  'PartiQLUpdate',
  'PartiQLDelete',
  '*',
  '*Item',
  'PartiQL*',
  '?u*',
]
const actionList = fc
  .subarray(actions, { minLength: 1, maxLength: 6 })
  .map((names) => names.map((name) => `dynamodb:${name}`))

const resourceList = fc.subarray(
  ['*', ...tableArns, `${tableArns[0]}/index/*`, 'arn:aws:dynamodb:*:*:table/A*', 'arn:aws:s3:::bucket'],
  { minLength: 1, maxLength: 3 },
)

const some = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
const manyOperator = fc
  .tuple(
    fc.constantFrom('ForAllValues', 'ForAnyValue'),
    fc.constantFrom('StringEquals', 'StringNotEquals', 'StringLike', 'StringNotLike'),
    fc.constantFrom('', 'IfExists'),
  )
  .map(([quantifier, comparison, suffix]) => `${quantifier}:${comparison}${suffix}`)
const oneOperator = fc.constantFrom(
  'StringEquals',
  'StringEqualsIfExists',
  'StringNotEquals',
  'StringNotEqualsIfExists',
  'StringLike',
)

function test(operator: fc.Arbitrary<string>, key: string, values: readonly string[]) {
  return fc
    .tuple(operator, some(values))
    .map(([name, chosen]): PolicyCondition => ({ [name]: { [key]: chosen } }))
}

const condition: fc.Arbitrary<PolicyCondition> = fc
  .array(
    fc.oneof(
      test(manyOperator, 'dynamodb:LeadingKeys', [...keys, 'k*']),
      test(manyOperator, 'dynamodb:Attributes', ['P', 'G', ...attributes, '?']),
      test(oneOperator, 'dynamodb:Select', ['SPECIFIC_ATTRIBUTES', 'ALL_ATTRIBUTES', 'COUNT', 'ALL_*']),
      test(oneOperator, 'dynamodb:ReturnValues', ['NONE', 'UPDATED_NEW', 'ALL_OLD']),
      test(oneOperator, 'dynamodb:EnclosingOperation', ['TransactWriteItems', 'ExecuteTransaction']),
      test(fc.constant('Bool'), 'dynamodb:FullTableScan', ['true', 'false']),
      test(fc.constant('Null'), 'dynamodb:LeadingKeys', ['true', 'false']),
      test(fc.constant('Null'), 'dynamodb:ReturnValues', ['true', 'false']),
    ),
    { maxLength: 2 },
  )
  .map((tests) => Object.assign({}, ...tests) as PolicyCondition)

const statement: fc.Arbitrary<AccessPolicyStatement> = fc
  .record({
    Effect: fc.constantFrom('Allow', 'Allow', 'Deny'),
    names: actionList,
    isNotAction: fc.nat({ max: 5 }).map((draw) => draw === 0),
    resources: resourceList,
    isNotResource: fc.nat({ max: 5 }).map((draw) => draw === 0),
    Condition: condition,
  })
  .map(({ Effect, names, isNotAction, resources, isNotResource, Condition }) => ({
    Effect: Effect as 'Allow' | 'Deny',
    [isNotAction ? 'NotAction' : 'Action']: names,
    [isNotResource ? 'NotResource' : 'Resource']: resources,
    ...(Object.keys(Condition).length > 0 && { Condition }),
  }))

/** Policies of all kinds, sensible or not. */
export const anyPolicy: fc.Arbitrary<AccessPolicy> = fc
  .array(statement, { minLength: 1, maxLength: 4 })
  .map((statements) => ({ Version: '2012-10-17', Statement: statements }))
