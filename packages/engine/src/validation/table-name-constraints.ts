import { NAME_MAX_LENGTH, NAME_MIN_LENGTH } from '@monotable/protocol'
import { tableArnProblem } from '../tables/table-name.ts'
import { NAME_PATTERN } from './shape.ts'

const name = /^[a-zA-Z0-9_.-]+$/

/**
 * Returns the constraints that a table's name or ARN violates. The length comes before the pattern (seen on AWS by
 * moto's verified tests and in captures of DescribeTable, October 2026).
 */
export function tableNameConstraints(nameOrArn: string): readonly string[] {
  if (nameOrArn.startsWith('arn:')) {
    const problem = tableArnProblem(nameOrArn)
    return problem === undefined ? [] : [problem]
  }
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
