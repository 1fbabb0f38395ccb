import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import { NAME_PATTERN } from './shape.ts'

const name = /^[a-zA-Z0-9_.-]+$/

const ARN_FORM =
  "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where " +
  `Resource name must have length less than or equal to ${NAME_MAX_LENGTH}, ` +
  `Resource name must have length greater than or equal to ${NAME_MIN_LENGTH}, ` +
  `Resource name must satisfy regular expression pattern: ${NAME_PATTERN}`

/**
 * Returns the constraints that a table's name or ARN violates. The length comes before the pattern (seen on AWS by
 * moto's verified tests and in captures of DescribeTable, October 2026).
 */
export function tableNameConstraints(nameOrArn: string): readonly string[] {
  if (nameOrArn.startsWith('arn:')) return arnConstraints(nameOrArn)
  const { length } = nameOrArn
  const fitting = length >= NAME_MIN_LENGTH && length <= NAME_MAX_LENGTH
  if (fitting && name.test(nameOrArn)) return []
  const broken: string[] = []
  if (length < NAME_MIN_LENGTH)
    broken.push(`Member must have length greater than or equal to ${NAME_MIN_LENGTH}`)
  if (length > NAME_MAX_LENGTH)
    broken.push(`Member must have length less than or equal to ${NAME_MAX_LENGTH}`)
  if (!name.test(nameOrArn)) broken.push(`Member must satisfy regular expression pattern: ${NAME_PATTERN}`)
  return broken
}

// arn:<partition>:<service>:<region>:<account>:<resource type>/<resource name>
function arnConstraints(arn: string): readonly string[] {
  const resource = arn.split(':').slice(5).join(':')
  const slash = resource.indexOf('/')
  if (slash < 0) return [ARN_FORM]
  if (resource.slice(0, slash) !== 'table') return ['Invalid resource type']
  const tableName = resource.slice(slash + 1)
  if (tableName.length < NAME_MIN_LENGTH) {
    return [`Table name of ARN must have length greater than or equal to ${NAME_MIN_LENGTH}`]
  }
  return tableName.length <= NAME_MAX_LENGTH && name.test(tableName) ? [] : [ARN_FORM]
}
