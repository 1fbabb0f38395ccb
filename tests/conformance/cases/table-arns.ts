import { refused } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import { invalid, violation } from '../errors.ts'
import { captured, extendDb } from '../sources.ts'
import { S } from '../values.ts'

const place = 'dynamodb:«hash:region»:«hash:account»'
const arnFormat =
  "Valid ARN format is 'arn:<awsPartition>:<vendor>:<region>:<subscriber>:resourceType/resourceName', where " +
  'Resource name must have length less than or equal to 255, Resource name must have length greater than or ' +
  'equal to 3, Resource name must satisfy regular expression pattern: [a-zA-Z0-9_.-]+'

/** ARNs that are given for a table's and are not one. */
export const tableArns: readonly ConformanceCase[] = [
  ...(
    [
      ['an index', '«hash:arn»/index/byName', arnFormat],
      ['a global table', `arn:aws:${place}:global-table/Music`, 'Invalid resource type'],
      ['nothing', `arn:aws:${place}:`, arnFormat],
      ['no resource', 'arn:aws:dynamodb', arnFormat],
      [
        'a table with a short name',
        `arn:aws:${place}:table/ab`,
        'Table name of ARN must have length greater than or equal to 3',
      ],
      ['a table with a space in its name', `arn:aws:${place}:table/a b`, arnFormat],
    ] as const
  ).map(([what, arn, constraint]) =>
    refused(
      {
        name: `GetItem refuses the ARN of ${what}`,
        source: extendDb,
        operation: 'GetItem',
        given: { hash: [] },
      },
      { Key: { pk: S('k') }, TableName: arn },
      violation(arn, 'tableName', constraint),
    ),
  ),
  ...(
    [
      'DescribeTable',
      'DescribeTimeToLive',
      'DescribeContinuousBackups',
      'DescribeContributorInsights',
    ] as const
  ).flatMap((operation) =>
    (
      [
        ['of another partition', `arn:aws-cn:${place}:table/Music`, 'Invalid AWS partition'],
        ['of a global table', `arn:aws:${place}:global-table/Music`, 'Invalid resource type'],
        ['of an index', '«hash:arn»/index/byName', undefined],
      ] as const
    ).map(([what, arn, problem]) =>
      refused(
        { name: `${operation} refuses an ARN ${what}`, source: captured, operation, given: { hash: [] } },
        { TableName: arn },
        invalid(
          `1 validation error detected: ${problem === undefined ? arnFormat : `${problem} in '${arn}'`}`,
        ),
      ),
    ),
  ),
]
