import { ServiceError, validationError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { Table } from '../../tables/table.ts'
import type { OperationContext } from '../operation-context.ts'

/** The name of the table whose ARN a request about tags gives. */
export function readTaggedName(realm: Realm, arn: string | undefined): string {
  if (!arn) throw validationError('Invalid TableArn')
  if (!arn.startsWith('arn:')) throw invalidParameters(`ARNs must start with 'arn:': ${arn}`)
  const [, , service, region, accountId, ...rest] = arn.split(':')
  if (service !== 'dynamodb') throw accessDenied()
  const [type, name, kind] = rest.join(':').split('/')
  if (type !== 'table' || kind === 'backup') {
    throw invalidParameters(`Provided Arn is not a DynamoDB resource arn: ${arn}`)
  }
  if (kind !== undefined && kind !== 'stream') {
    throw invalidParameters(
      `Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}`,
    )
  }
  if (!name || region !== realm.region) {
    throw validationError(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`)
  }
  if (accountId !== realm.accountId) throw accessDenied()
  if (kind !== undefined) throw notFound(arn)
  return name
}

/** The table whose ARN a request about tags gives. */
export function requireTaggedTable({ catalogue, realm }: OperationContext, arn: string): Table {
  const table = catalogue.find(realm, readTaggedName(realm, arn))
  if (table === undefined) throw notFound(arn)
  return table
}

function accessDenied(): ServiceError {
  return new ServiceError('AccessDeniedException', 'Access is denied')
}

function notFound(arn: string): ServiceError {
  return new ServiceError(
    'ResourceNotFoundException',
    `Requested resource not found: ResourceArn: ${arn} not found`,
  )
}
