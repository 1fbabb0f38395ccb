import type { Json } from '../../differential/exchange.ts'
import { createTableInput } from '../../differential/generate/table-shape.ts'
import { arnOf, type ControlRequest, type Maker, ofTable, type World } from './world.ts'

/** A limit, because copies are tables that can be copied again. */
const maxTables = 7

function targetName(world: World, prefix: string): string {
  return world.shapes.size > maxTables ? 'Table0' : world.fresh(prefix)
}

const changeRecovery = ofTable(({ name: TableName }, random) => {
  const isEnabled = random.percent(75)
  const PointInTimeRecoverySpecification = {
    PointInTimeRecoveryEnabled: isEnabled,
    ...(isEnabled && random.percent(30) && { RecoveryPeriodInDays: 1 + random.below(3) }),
  }
  return { operation: 'UpdateContinuousBackups', input: { TableName, PointInTimeRecoverySpecification } }
})

const createBackup = ofTable((shape, random, world) => ({
  operation: 'CreateBackup',
  input: { TableName: shape.name, BackupName: random.pick(['one', 'two', 'constructor']) },
  done: ({ BackupDetails }) => {
    world.backups.push({ arn: String((BackupDetails as Json)['BackupArn']), shape })
  },
}))

const restoreBackup: Maker = (world, random) => {
  if (world.backups.length === 0) return undefined
  const { arn, shape } = random.pick(world.backups)
  const name = targetName(world, 'Restored')
  return {
    operation: 'RestoreTableFromBackup',
    input: { BackupArn: arn, TargetTableName: name },
    done: () => world.keep({ ...shape, name }),
  }
}

const lookAtBackup: Maker = (world, random) => {
  if (world.backups.length === 0) return undefined
  const { arn } = random.pick(world.backups)
  return { operation: random.pick(['DeleteBackup', 'DescribeBackup']), input: { BackupArn: arn } }
}

const recover = ofTable((shape, random, world) => {
  const name = targetName(world, 'Recovered')
  const moment = random.percent(40)
    ? { UseLatestRestorableTime: true }
    : { RestoreDateTime: world.nowSeconds - random.pick([0, 1, 2, 30, 61, 300]) }
  return {
    operation: 'RestoreTableToPointInTime',
    input: { SourceTableName: shape.name, TargetTableName: name, ...moment },
    done: () => world.keep({ ...shape, name }),
  }
})

const exportTable = ofTable((shape, random, world) => {
  const prefix = world.fresh('export')
  const incremental = {
    ExportType: 'INCREMENTAL_EXPORT',
    IncrementalExportSpecification: {
      ExportFromTime: world.nowSeconds - 900 - random.below(3600),
      // Leaves a few seconds: with a shared store an export waits until no server can still write earlier changes, and
      // time stands still here.
      ExportToTime: world.nowSeconds - 5 - random.below(3),
      ExportViewType: random.pick(['NEW_IMAGE', 'NEW_AND_OLD_IMAGES']),
    },
  }
  return {
    operation: 'ExportTableToPointInTime',
    input: {
      TableArn: arnOf(shape.name),
      S3Bucket: 'bucket',
      S3Prefix: prefix,
      ExportFormat: random.pick(['DYNAMODB_JSON', 'DYNAMODB_JSON', 'ION']),
      ...(random.percent(30) && incremental),
    },
    done: ({ ExportDescription }) => {
      world.exports.push({ arn: String((ExportDescription as Json)['ExportArn']), shape, prefix })
    },
  }
})

const importTable: Maker = (world, random) => {
  if (world.exports.length === 0 || world.shapes.size > maxTables) return undefined
  const { shape, prefix } = random.pick(world.exports)
  const indexes = shape.indexes.filter(({ isGlobal }) => isGlobal)
  const imported = { ...shape, name: world.fresh('Imported'), indexes, stream: undefined }
  return {
    operation: 'ImportTable',
    input: {
      ClientToken: world.fresh('token'),
      S3BucketSource: { S3Bucket: 'bucket', S3KeyPrefix: `${prefix}/` },
      InputFormat: random.pick(['DYNAMODB_JSON', 'DYNAMODB_JSON', 'ION']),
      InputCompressionType: 'GZIP',
      TableCreationParameters: createTableInput(imported),
    },
    done: () => world.keep(imported),
  }
}

const putFromExport = ofTable(({ name: TableName }, random, world) => {
  if (world.exports.length === 0) return undefined
  const S3KeyPrefix = `${random.pick(world.exports).prefix}/`
  const format = { InputFormat: 'DYNAMODB_JSON', InputCompressionType: 'GZIP' }
  return {
    operation: 'StartBulkPutItems',
    input: {
      TableName,
      InputS3Configuration: { S3Bucket: 'bucket', S3KeyPrefix, ...format },
      OutputS3Configuration: { S3Bucket: 'bucket', S3KeyPrefix: world.fresh('bulk'), OutputType: ['ERROR'] },
    },
  }
})

const describe = ofTable(({ name: TableName }, random, world) =>
  random.pick<ControlRequest>([
    { operation: 'DescribeContinuousBackups', input: { TableName } },
    { operation: 'ListBackups', input: random.percent(50) ? { TableName } : { Limit: 2 } },
    { operation: 'ListExports', input: { MaxResults: 2 } },
    { operation: 'ListImports', input: {} },
    { operation: 'ListBulkOperations', input: {} },
    ...world.exports.slice(-1).map(({ arn }) => ({ operation: 'DescribeExport', input: { ExportArn: arn } })),
  ]),
)

/** Requests about copies of tables, with the weight of each. */
export const copyMakers: readonly (readonly [number, Maker])[] = [
  [9, changeRecovery],
  [5, createBackup],
  [4, restoreBackup],
  [2, lookAtBackup],
  [5, recover],
  [5, exportTable],
  [4, importTable],
  [2, putFromExport],
  [4, describe],
]
