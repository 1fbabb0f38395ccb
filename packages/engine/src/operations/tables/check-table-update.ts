import type { GlobalSecondaryIndexUpdate, UpdateTableInput, VectorIndexUpdate } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { Realm } from '../../tables/catalogue.ts'
import { readProvisionedUnits } from '../../tables/change-throughput.ts'
import { readEncryption } from '../../tables/read-encryption.ts'
import { readProjection } from '../../tables/read-indexes.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import { asksForOnDemandLimits } from '../../tables/read-on-demand-limits.ts'
import { readSettingsReplication } from '../../tables/read-settings-replication.ts'
import { checkTableClass } from '../../tables/read-table-class.ts'
import { asksForWarmThroughput } from '../../tables/read-warm-throughput.ts'
import { type ReplicaRequest, readReplicaRequest } from '../replicas/check-replica-updates.ts'

type Concern =
  | 'billing'
  | 'deletionProtection'
  | 'disassociationProtection'
  | 'encryption'
  | 'indexes'
  | 'onDemand'
  | 'replicationMode'
  | 'stream'
  | 'tableClass'
  | 'throughput'
  | 'vectors'
  | 'warm'

/** The changes that must come alone; if several are combined, the first in this list is reported. */
const soleChanges = [
  ['encryption', 'Server-Side Encryption modification'],
  ['tableClass', 'TableClass modification'],
  ['deletionProtection', 'DeletionProtection modification'],
  // Documented; the sentence is made after those above.
  ['disassociationProtection', 'DisassociationProtection modification'],
] as const

/**
 * Checks of an UpdateTable request that need no table; DynamoDB makes them before it looks up the table. Returns
 * the requested changes of other regions; a request that has any makes no other change.
 */
export function checkTableUpdate(input: UpdateTableInput, realm: Realm): ReplicaRequest | undefined {
  const updates = input.GlobalSecondaryIndexUpdates
  const concerns = concernsOf(input)
  const replicas = readReplicaRequest(input, realm, { isAlone: concerns.size === 0 })
  if (concerns.size === 0 && replicas === undefined) throw nothingToChange(input)
  if (updates?.length === 0) throw invalidParameters('List of GlobalSecondaryIndexUpdates is empty')
  if (replicas !== undefined) return replicas
  checkIndexWarmThroughput(updates ?? [])
  if (input.BillingMode === 'PROVISIONED' && concerns.has('vectors')) throw mustBeOnDemand()
  checkCombination(concerns, updates ?? [])
  checkBilling(input)
  checkTableClass(input.TableClass)
  checkStream(input)
  if (input.SSESpecification) readEncryption(input.SSESpecification, realm)
  checkIndexUpdates(input, updates ?? [])
  checkVectorUpdates(input.VectorIndexUpdates)
  readSettingsReplication(input.GlobalTableSettingsReplicationMode)
  return undefined
}

function concernsOf(input: UpdateTableInput): ReadonlySet<Concern> {
  const asked: [Concern, boolean][] = [
    ['billing', input.BillingMode !== undefined],
    ['deletionProtection', input.DeletionProtectionEnabled !== undefined],
    ['disassociationProtection', input.DisassociationProtectionEnabled !== undefined],
    ['encryption', input.SSESpecification !== undefined],
    ['indexes', (input.GlobalSecondaryIndexUpdates?.length ?? 0) > 0],
    ['onDemand', asksForOnDemandLimits(input.OnDemandThroughput)],
    ['replicationMode', input.GlobalTableSettingsReplicationMode !== undefined],
    ['stream', input.StreamSpecification !== undefined],
    ['tableClass', input.TableClass !== undefined],
    ['throughput', input.ProvisionedThroughput !== undefined],
    ['vectors', (input.VectorIndexUpdates?.length ?? 0) > 0],
    ['warm', asksForWarmThroughput(input.WarmThroughput)],
  ]
  return new Set(asked.filter(([, isAsked]) => isAsked).map(([concern]) => concern))
}

/** Returns the error for provisioned throughput on a table with vector indexes (seen in eu-west-2, August 2026). */
export function mustBeOnDemand() {
  return invalidParameters('Tables with vector indexes must be in PAY_PER_REQUEST mode')
}

/** A consistency alone is no change either, and is then not named (seen on AWS). */
function nothingToChange({ MultiRegionConsistency: consistency }: UpdateTableInput) {
  return validationError(
    'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, ' +
      'SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, ' +
      `${consistency === undefined ? 'MultiRegionConsistency, ' : ''}` +
      'DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
  )
}

function checkCombination(
  concerns: ReadonlySet<Concern>,
  updates: readonly GlobalSecondaryIndexUpdate[],
): void {
  for (const [concern, label] of soleChanges) {
    if (concerns.has(concern) && concerns.size > 1) {
      throw invalidParameters(`${label} must be the only operation in the request`)
    }
  }
  if (concerns.has('onDemand') && concerns.size > (concerns.has('billing') ? 2 : 1)) {
    throw invalidParameters(
      'OnDemandThroughput can only be combined with BillingMode in an UpdateTable request',
    )
  }
  if (concerns.has('warm') && updates.some(({ Create }) => Create)) {
    throw invalidParameters('Create global secondary index cannot be specified when updating WarmThroughput')
  }
  if (concerns.has('warm') && concerns.size > 1) {
    throw invalidParameters('WarmThroughput must be the only operation in the request')
  }
  const changesIndexes = concerns.has('vectors') || updates.some(({ Create, Delete }) => Create ?? Delete)
  if (concerns.has('throughput') && concerns.has('stream')) {
    throw invalidParameters('You cannot modify stream status while updating table IOPS')
  }
  if (concerns.has('throughput') && changesIndexes) {
    throw invalidParameters('You cannot create or delete index while updating table IOPS')
  }
  if (concerns.has('stream') && changesIndexes) {
    throw invalidParameters('You cannot create or delete index while changing stream status')
  }
}

function checkBilling({ BillingMode: mode, ProvisionedThroughput: given }: UpdateTableInput): void {
  if (mode === 'PROVISIONED' && given === undefined) {
    throw invalidParameters('ProvisionedThroughput must be specified when BillingMode is PROVISIONED')
  }
  if (mode === 'PAY_PER_REQUEST' && given !== undefined) {
    throw invalidParameters('ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST')
  }
  if (given !== undefined) readProvisionedUnits(given)
}

function checkStream({ StreamSpecification: given }: UpdateTableInput): void {
  if (given === undefined) return
  if (given.StreamEnabled && given.StreamViewType === undefined) {
    throw invalidParameters('If stream is being enabled then UpdateViewType is required')
  }
  if (!given.StreamEnabled && given.StreamViewType !== undefined) {
    throw invalidParameters('If stream is being disabled, then UpdateViewType must not be specified')
  }
}

/** Checked before the changes that must come alone (seen on AWS, October 2026). */
function checkIndexWarmThroughput(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  for (const { Update } of updates) {
    if (Update?.WarmThroughput && !asksForWarmThroughput(Update.WarmThroughput)) {
      throw invalidParameters(
        'WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified ' +
          `for index: ${Update.IndexName}`,
      )
    }
  }
}

function checkIndexUpdates(input: UpdateTableInput, updates: readonly GlobalSecondaryIndexUpdate[]): void {
  const names = new Set<string>()
  for (const { Update, Create, Delete } of updates) {
    const [action, other] = [Update, Create, Delete].filter((candidate) => candidate !== undefined)
    if (action === undefined) {
      throw invalidParameters(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, ' +
          'GlobalSecondaryIndexUpdate.Delete must not be null',
      )
    }
    if (other !== undefined) {
      throw invalidParameters(
        'Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object',
      )
    }
    const name = action.IndexName
    if (names.has(name)) {
      throw invalidParameters(
        `Only one global secondary index update per index is allowed simultaneously. Index: ${name}`,
      )
    }
    names.add(name)
    if (Create && !input.AttributeDefinitions?.length) {
      throw invalidParameters(`AttributeDefinitions is not specified for index: ${name}`)
    }
    if (Create) readProjection(Create.Projection)
  }
}

function checkVectorUpdates(updates: readonly VectorIndexUpdate[] | undefined): void {
  if (updates?.length === 0) throw invalidParameters('List of VectorIndexUpdates is empty')
  for (const { Create, Delete } of updates ?? []) {
    if (Create === undefined && Delete === undefined) {
      throw invalidParameters('One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null')
    }
    if (Create !== undefined && Delete !== undefined) {
      throw invalidParameters('Only one vector index action is allowed per VectorIndexUpdate object')
    }
  }
}
