import type { BillingMode, GlobalSecondaryIndex, RestoreOverrides } from '@monotable/protocol'
import { type ServiceError, validationError } from '@monotable/protocol'
import type { Realm } from '../tables/catalogue.ts'
import { readEncryption } from '../tables/read-encryption.ts'
import { sortByName } from '../tables/read-key-schema.ts'
import { leastWarmUnits } from '../tables/read-warm-throughput.ts'
import type {
  IndexDefinition,
  KeyAttribute,
  OnDemandLimits,
  TableCreation,
  TableDefinition,
  Throughput,
  Units,
} from '../tables/table-definition.ts'
import { tableArn } from '../tables/table-name.ts'
import { checkIndexNames, chooseIndexes, chooseVectorIndexes } from './choose-restored-indexes.ts'

/** What a restored table needs beyond its source. */
export interface RestoreSetting {
  readonly realm: Realm
  readonly name: string
  readonly nowMs: number
  /** Returns a different id each time. */
  readonly newId: () => string
  readonly creation: TableCreation
}

/**
 * Returns the definition of a restored table. Items, keys, indexes, capacity and encryption come from the source;
 * its stream, time to live, tags, class, policy and protection do not, as on AWS.
 */
export function planRestoredTable(
  source: TableDefinition,
  overrides: RestoreOverrides,
  { realm, name, nowMs, newId, creation }: RestoreSetting,
): TableDefinition {
  const billingMode = overrides.BillingModeOverride ?? source.billingMode
  const throughput = readThroughput(source, overrides)
  const onDemandLimits = readLimits(source, overrides, billingMode)
  const indexes = restoreIndexes(source, overrides, billingMode, newId)
  const vectorIndexes = chooseVectorIndexes(source, overrides.VectorIndexOverride, newId)
  checkIndexNames([...indexes, ...vectorIndexes])
  const encryption = restoreEncryption(source, overrides, realm)
  return {
    name,
    id: newId(),
    arn: tableArn(realm, name),
    createdMs: nowMs,
    space: `table-${newId()}`,
    attributes: usedAttributes(source, [...indexes.map(({ key }) => key), source.key], vectorIndexes),
    key: source.key,
    indexes,
    ...(vectorIndexes.length > 0 && { vectorIndexes }),
    billingMode,
    ...(billingMode === 'PAY_PER_REQUEST' && { payPerRequestSinceMs: nowMs }),
    throughput,
    ...(onDemandLimits && { onDemandLimits }),
    warmThroughput: leastWarmUnits(billingMode, throughput),
    deletionProtection: false,
    ...(encryption && { encryption }),
    tags: [],
    creation,
  }
}

/** Returns the error for a restore request that cannot be fulfilled. */
export function invalidRestore(reason: string): ServiceError {
  return validationError(`Invalid Request: ${reason}`)
}

function readThroughput(source: TableDefinition, overrides: RestoreOverrides): Throughput {
  const { BillingModeOverride: mode, ProvisionedThroughputOverride: given } = overrides
  if (mode === 'PROVISIONED' && given === undefined) {
    throw invalidRestore('Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED')
  }
  if (mode === 'PAY_PER_REQUEST') {
    if (given === undefined) return unitsOf({ read: 0, write: 0 })
    throw invalidRestore(
      'Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST',
    )
  }
  if (given === undefined) return unitsOf(source.throughput)
  if (mode === undefined && source.billingMode === 'PAY_PER_REQUEST') {
    throw invalidRestore('Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED')
  }
  return unitsOf({ read: given.ReadCapacityUnits, write: given.WriteCapacityUnits })
}

function unitsOf({ read, write }: Units): Throughput {
  return { read, write, decreasesToday: 0 }
}

function readLimits(
  source: TableDefinition,
  { OnDemandThroughputOverride: given = {} }: RestoreOverrides,
  billingMode: BillingMode,
): OnDemandLimits | undefined {
  const { MaxReadRequestUnits: read, MaxWriteRequestUnits: write } = given
  if (read === undefined && write === undefined) {
    return billingMode === 'PAY_PER_REQUEST' ? source.onDemandLimits : undefined
  }
  const member = read === undefined ? 'MaxWriteRequestUnits' : 'MaxReadRequestUnits'
  if (billingMode === 'PROVISIONED') {
    throw invalidRestore(
      `Cannot override ${member} for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST`,
    )
  }
  for (const [name, value] of [
    ['MaxReadRequestUnits', read],
    ['MaxWriteRequestUnits', write],
  ] as const) {
    if (value !== undefined && value < 1) {
      throw invalidRestore(`Requested ${name} for OnDemandThroughput is outside of valid range`)
    }
  }
  return { ...(read !== undefined && { read }), ...(write !== undefined && { write }) }
}

function restoreIndexes(
  source: TableDefinition,
  overrides: RestoreOverrides,
  billingMode: BillingMode,
  newId: () => string,
): IndexDefinition[] {
  const given = new Map(overrides.GlobalSecondaryIndexOverride?.map((index) => [index.IndexName, index]))
  const isModeOverridden = overrides.BillingModeOverride !== undefined
  return chooseIndexes(source, overrides).map((index): IndexDefinition => {
    const base = { name: index.name, kind: index.kind, key: index.key, projection: index.projection }
    const placed = { ...base, space: `index-${newId()}`, status: 'ACTIVE' as const }
    if (index.kind === 'local') return placed
    const throughput = readIndexThroughput(index, given.get(index.name), { billingMode, isModeOverridden })
    return {
      ...placed,
      throughput,
      ...(billingMode === 'PAY_PER_REQUEST' &&
        index.onDemandLimits && { onDemandLimits: index.onDemandLimits }),
      warmThroughput: leastWarmUnits(billingMode, throughput),
    }
  })
}

function readIndexThroughput(
  index: IndexDefinition,
  given: GlobalSecondaryIndex | undefined,
  {
    billingMode,
    isModeOverridden,
  }: { readonly billingMode: BillingMode; readonly isModeOverridden: boolean },
): Throughput {
  const units = given?.ProvisionedThroughput
  if (billingMode === 'PAY_PER_REQUEST') {
    if (units === undefined) return unitsOf({ read: 0, write: 0 })
    const reason = isModeOverridden
      ? 'if BillingMode is overridden to PAY_PER_REQUEST'
      : 'unless BillingMode is PROVISIONED'
    throw invalidRestore(`Cannot override ProvisionedThroughput ${reason} for index ${index.name}`)
  }
  if (units !== undefined) return unitsOf({ read: units.ReadCapacityUnits, write: units.WriteCapacityUnits })
  const recorded = index.throughput
  if (given !== undefined || recorded === undefined || recorded.read === 0) {
    const reason = isModeOverridden
      ? 'Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED'
      : 'Must specify provisioned throughput'
    throw invalidRestore(`${reason} for index ${index.name}`)
  }
  return unitsOf(recorded)
}

function restoreEncryption(
  source: TableDefinition,
  { SSESpecificationOverride: given }: RestoreOverrides,
  realm: Realm,
): { readonly keyArn: string } | undefined {
  if (given === undefined) return source.encryption
  const keyArn = readEncryption(given, realm)
  return keyArn === undefined ? undefined : { keyArn }
}

/** Returns the attributes that some key still uses after indexes were left out. */
function usedAttributes(
  source: TableDefinition,
  keys: readonly TableDefinition['key'][],
  vectorIndexes: NonNullable<TableDefinition['vectorIndexes']>,
): KeyAttribute[] {
  const used = new Set(keys.flatMap(({ hash, range }) => [...hash, ...range].map(({ name }) => name)))
  for (const { searchSchema } of vectorIndexes) for (const { name } of searchSchema) used.add(name)
  return sortByName(source.attributes.filter(({ name }) => used.has(name)))
}
