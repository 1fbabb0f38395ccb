import { ServiceError, type Tag, validationError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { splitAtMost } from '../../util/split-at-most.ts'
import type { OperationContext } from '../operation-context.ts'

/** What has tags: a table, or its stream with a given label. */
export interface TaggedPlace {
  readonly arn: string
  readonly tableName: string
  readonly stream?: string
}

/** Parses the ARN in a request about tags. */
export function readTaggedPlace(realm: Realm, arn: string | undefined): TaggedPlace {
  if (!arn) throw validationError('Invalid TableArn')
  if (!arn.startsWith('arn:')) throw invalidParameters(`ARNs must start with 'arn:': ${arn}`)
  const [, , service, region, accountId, path = ''] = splitAtMost(arn, ':', 6)
  if (service !== 'dynamodb') throw accessDenied()
  const [type, name, kind, label = ''] = splitAtMost(path, '/', 4)
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
  return { arn, tableName: name, ...(kind !== undefined && { stream: label }) }
}

/** Returns the definition of the table; a stream must be the table's latest. */
export function requireTaggedTable(
  { catalogue, realm }: OperationContext,
  { arn, tableName, stream }: TaggedPlace,
): TableDefinition {
  const definition = catalogue.find(realm, tableName)?.definition
  const isThere = stream === undefined || stream === definition?.latestStreamLabel
  if (definition === undefined || !isThere) throw notFound(arn)
  return definition
}

/** Returns the definition with new tags for the table or its stream. */
export function withTags(
  definition: TableDefinition,
  { stream }: TaggedPlace,
  tags: readonly Tag[],
): TableDefinition {
  return { ...definition, ...(stream === undefined ? { tags } : { streamTags: { label: stream, tags } }) }
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
