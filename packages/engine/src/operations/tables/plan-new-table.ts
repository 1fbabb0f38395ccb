import type { CreateTableInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import { requireUnitsInQuota } from '../../tables/capacity-quota.ts'
import type { Realm } from '../../tables/catalogue.ts'
import { readProvisionedUnits } from '../../tables/change-throughput.ts'
import { readEncryption } from '../../tables/read-encryption.ts'
import {
  type NewIndex,
  readGlobalIndexes,
  readLocalIndexes,
  requireFewProjectedAttributes,
  takeName,
} from '../../tables/read-indexes.ts'
import {
  invalidParameters,
  readAttributeTypes,
  readSimpleKey,
  requireAllUsed,
  requireDefined,
  sortByName,
} from '../../tables/read-key-schema.ts'
import { readOnDemandLimits } from '../../tables/read-on-demand-limits.ts'
import { readSettingsReplication } from '../../tables/read-settings-replication.ts'
import { checkTableClass } from '../../tables/read-table-class.ts'
import { checkTags } from '../../tables/read-tags.ts'
import { readNewWarmThroughput } from '../../tables/read-warm-throughput.ts'
import { readNewPolicy } from '../../tables/resource-policy.ts'
import { streamLabel } from '../../tables/stream-label.ts'
import type { KeyAttribute, KeySchema, TableDefinition, Units } from '../../tables/table-definition.ts'
import { tableArn } from '../../tables/table-name.ts'
import {
  type NewVectorIndex,
  newVectorSpaces,
  readVectorIndexes,
  requireUndefinedVector,
} from '../../vectors/read-vector-indexes.ts'
import { refuseUnsupported } from '../refuse-unsupported.ts'

/** What a new table needs beyond its request. */
export interface NewTableSetting {
  readonly realm: Realm
  readonly name: string
  readonly nowMs: number
  /** Returns a different id each time. */
  readonly newId: () => string
}

/** Returns the definition of the table that a CreateTable request asks for, or throws DynamoDB's error. Pure. */
export function planNewTable(input: CreateTableInput, setting: NewTableSetting): TableDefinition {
  refuseUnsupported('CreateTable', input, ['GlobalTableSourceArn'])
  const { realm, name, nowMs, newId } = setting
  const billingMode = input.BillingMode ?? 'PROVISIONED'
  const units = readTableUnits(input)
  const { key, attributes, indexes, vectorIndexes } = readSchema(input, realm.region)
  const capacity = readCapacity(input, units, realm.region)
  const stream = readStream(input, setting)
  const settings = readSettings(input, setting)
  requireQuotas(units, indexes, realm.region)
  return {
    name,
    id: newId(),
    arn: tableArn(realm, name),
    createdMs: nowMs,
    space: `table-${newId()}`,
    attributes,
    key,
    indexes: indexes.map((index) => ({ ...index, space: `index-${newId()}`, status: 'ACTIVE' })),
    ...(vectorIndexes.length > 0 && {
      vectorIndexes: vectorIndexes.map((index) => ({
        ...index,
        ...newVectorSpaces(newId),
        status: 'ACTIVE',
      })),
    }),
    billingMode,
    ...(billingMode === 'PAY_PER_REQUEST' && { payPerRequestSinceMs: nowMs }),
    ...capacity,
    ...stream,
    ...settings,
  }
}

function readTableUnits({ BillingMode: mode, ProvisionedThroughput: given }: CreateTableInput): Units {
  if (mode === 'PAY_PER_REQUEST') {
    if (given === undefined) return { read: 0, write: 0 }
    throw invalidParameters(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (given === undefined) {
    throw invalidParameters(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    )
  }
  return readProvisionedUnits(given)
}

interface NewSchema {
  readonly key: KeySchema
  readonly attributes: KeyAttribute[]
  readonly indexes: NewIndex[]
  readonly vectorIndexes: NewVectorIndex[]
}

// The order of checks is observable: the table's key, then which attributes the keys of all indexes use, and only
// then other mistakes in the indexes.
function readSchema(input: CreateTableInput, region: string): NewSchema {
  const { AttributeDefinitions = [], KeySchema = [], BillingMode: billingMode = 'PROVISIONED' } = input
  const { LocalSecondaryIndexes: local, GlobalSecondaryIndexes: global, VectorIndexes: vectors } = input
  const types = readAttributeTypes(AttributeDefinitions)
  if (KeySchema.length > types.size) {
    throw validationError('Invalid KeySchema: Some index key attribute have no definition')
  }
  const key = readSimpleKey(KeySchema, types)
  const hasIndexes = (local ?? global ?? vectors) !== undefined
  if (!hasIndexes && types.size !== KeySchema.length) {
    throw invalidParameters(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    )
  }
  if (local?.length === 0) throw invalidParameters('List of LocalSecondaryIndexes is empty')
  if (local && key.range.length === 0) {
    throw invalidParameters(
      'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
    )
  }
  if (global?.length === 0) throw invalidParameters('List of GlobalSecondaryIndexes is empty')
  const vectorIndexes = vectors === undefined ? [] : readVectorIndexes(vectors, { types, billingMode })
  const all = [...(local ?? []), ...(global ?? [])]
  for (const index of all) requireDefined(index.KeySchema, types)
  const searched = vectors?.flatMap((index) => index.SearchSchema ?? []) ?? []
  requireAllUsed([KeySchema, ...all.map((index) => index.KeySchema), searched], types)
  const takenNames = new Set<string>()
  const indexes = [
    ...readLocalIndexes(local ?? [], { tableKey: key, types, takenNames }),
    ...readGlobalIndexes(global ?? [], { region, types, billingMode, takenNames }),
  ]
  for (const index of vectorIndexes) takeName(takenNames, index.name)
  for (const index of vectorIndexes) requireUndefinedVector(index, types)
  requireFewProjectedAttributes(indexes, vectorIndexes)
  return { key, attributes: sortByName(types.values()), indexes, vectorIndexes }
}

function readCapacity(input: CreateTableInput, units: Units, region: string) {
  const billingMode = input.BillingMode ?? 'PROVISIONED'
  const limits = readOnDemandLimits(input.OnDemandThroughput, {
    region,
    billingMode,
    isNewTable: true,
    isNew: true,
  })
  return {
    throughput: { ...units, decreasesToday: 0 },
    ...(limits && { onDemandLimits: limits }),
    warmThroughput: readNewWarmThroughput(input.WarmThroughput, { region, billingMode, provisioned: units }),
  }
}

function readStream({ StreamSpecification: given }: CreateTableInput, { nowMs, newId }: NewTableSetting) {
  if (given === undefined) return {}
  const { StreamEnabled: isEnabled, StreamViewType: viewType } = given
  if (!isEnabled) {
    if (viewType === undefined) return {}
    throw invalidParameters(
      'Table is being created with a stream disabled, UpdateViewType should not be specified',
    )
  }
  if (viewType === undefined) {
    throw invalidParameters('Table is being created with a stream enabled, UpdateViewType is required')
  }
  const label = streamLabel(nowMs)
  return { stream: { viewType, label, space: `stream-${newId()}` }, latestStreamLabel: label }
}

function readSettings(input: CreateTableInput, { realm, nowMs }: NewTableSetting) {
  const { SSESpecification: encryption, TableClass: tableClass, Tags: tags = [] } = input
  checkTableClass(tableClass)
  const keyArn = encryption && readEncryption(encryption, realm)
  checkTags(tags)
  const policy = readNewPolicy(input.ResourcePolicy, nowMs)
  const settingsReplication = readSettingsReplication(input.GlobalTableSettingsReplicationMode)
  return {
    ...(tableClass && { tableClass }),
    ...(keyArn !== undefined && { encryption: { keyArn } }),
    deletionProtection: input.DeletionProtectionEnabled ?? false,
    tags: tags.map(({ Key, Value }) => ({ Key, Value })),
    ...(policy && { policies: [policy] }),
    ...(settingsReplication && { settingsReplication }),
  }
}

function requireQuotas(units: Units, indexes: readonly NewIndex[], region: string): void {
  requireUnitsInQuota(units, { region })
  for (const { name, throughput } of indexes) {
    if (throughput) requireUnitsInQuota(throughput, { region, index: name })
  }
}
