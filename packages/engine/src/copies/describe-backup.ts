import type {
  BackupDescription,
  BackupDetails,
  BackupStatus,
  DescribeBackupInput,
  GlobalSecondaryIndexInfo,
  LocalSecondaryIndexInfo,
  SourceTableDetails,
  SourceTableFeatureDetails,
} from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { type BackupDocument, backupName } from '../tables/backup-document.ts'
import { describeProjection } from '../tables/describe-projection.ts'
import { describeKey, describeOnDemandLimits } from '../tables/describe-table.ts'
import { describeVectorShape } from '../tables/describe-vector-indexes.ts'
import type { IndexDefinition, TableDefinition } from '../tables/table-definition.ts'
import { readCopyArn } from './copy-arn.ts'

/** Describes a backup. */
export async function describeBackup(
  context: OperationContext,
  { BackupArn: arn }: DescribeBackupInput,
): Promise<WireAnswer> {
  const { document } = await requireBackup(context, arn)
  return { BackupDescription: backupDescription({ ...document, arn }) }
}

/** Returns the backup of an ARN. As on AWS, the region in the ARN is ignored. */
export async function requireBackup(
  { backups, realm }: OperationContext,
  arn: string,
): Promise<{ readonly name: string; readonly document: BackupDocument }> {
  const { tableName, id } = readCopyArn(realm, arn, 'backup')
  const name = backupName(realm, tableName, id)
  const document = await backups.get(name)
  if (document !== undefined) return { name, document }
  throw new ServiceError('BackupNotFoundException', `Backup not found: ${arn}`)
}

/** Returns a backup as it goes on the wire. */
export function backupDetails(document: BackupDocument, status?: BackupStatus): BackupDetails {
  const { arn, name, sizeBytes, source, type, createdMs, expiresMs } = document
  return {
    BackupArn: arn,
    BackupName: name,
    BackupSizeBytes: sizeBytes,
    BackupStatus: status ?? (source ? 'CREATING' : 'AVAILABLE'),
    BackupType: type,
    BackupCreationDateTime: createdMs / 1000,
    ...(expiresMs !== undefined && { BackupExpiryDateTime: expiresMs / 1000 }),
  }
}

/** Returns a backup and its table as they go on the wire. */
export function backupDescription(document: BackupDocument, status?: BackupStatus): BackupDescription {
  return {
    BackupDetails: backupDetails(document, status),
    SourceTableDetails: tableDetails(document),
    // Seen on AWS: the backup of a deleted table does not show the table's features.
    SourceTableFeatureDetails: document.type === 'SYSTEM' ? {} : featureDetails(document.table),
  }
}

function tableDetails({ table, itemCount, sizeBytes }: BackupDocument): SourceTableDetails {
  const { throughput, onDemandLimits } = table
  return {
    TableName: table.name,
    TableId: table.id,
    TableArn: table.arn,
    TableSizeBytes: sizeBytes,
    KeySchema: describeKey(table.key),
    TableCreationDateTime: table.createdMs / 1000,
    ProvisionedThroughput: { ReadCapacityUnits: throughput.read, WriteCapacityUnits: throughput.write },
    ...(onDemandLimits && { OnDemandThroughput: describeOnDemandLimits(onDemandLimits) }),
    ItemCount: itemCount,
    BillingMode: table.billingMode,
  }
}

function featureDetails(table: TableDefinition): SourceTableFeatureDetails {
  const local = table.indexes.filter((index) => index.kind === 'local')
  const global = table.indexes.filter((index) => index.kind === 'global')
  const { encryption, expiry, stream, vectorIndexes = [] } = table
  return {
    ...(local.length > 0 && { LocalSecondaryIndexes: local.map(localInfo) }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global.map(globalInfo) }),
    ...(vectorIndexes.length > 0 && { VectorIndexes: vectorIndexes.map(describeVectorShape) }),
    ...(stream && { StreamDescription: { StreamEnabled: true, StreamViewType: stream.viewType } }),
    ...(expiry && {
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: expiry.attribute },
    }),
    ...(encryption && {
      SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: encryption.keyArn },
    }),
  }
}

function localInfo({ name, key, projection }: IndexDefinition): LocalSecondaryIndexInfo {
  return { IndexName: name, KeySchema: describeKey(key), Projection: describeProjection(projection) }
}

function globalInfo(index: IndexDefinition): GlobalSecondaryIndexInfo {
  const { read = 0, write = 0 } = index.throughput ?? {}
  return {
    ...localInfo(index),
    ProvisionedThroughput: { ReadCapacityUnits: read, WriteCapacityUnits: write },
    ...(index.onDemandLimits && { OnDemandThroughput: describeOnDemandLimits(index.onDemandLimits) }),
  }
}
