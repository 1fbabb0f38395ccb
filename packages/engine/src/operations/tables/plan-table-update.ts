import type { UpdateTableInput } from '@monotable/protocol'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { planBillingUpdate, planTableUnits } from './plan-billing-update.ts'
import { planIndexUpdates } from './plan-index-updates.ts'
import { planScalingUpdate } from './plan-scaling.ts'
import {
  planDeletionProtectionUpdate,
  planEncryptionUpdate,
  planOnDemandUpdate,
  planReplicationModeUpdate,
  planStreamUpdate,
  planTableClassUpdate,
  planWarmUpdate,
} from './plan-setting-updates.ts'
import { planVectorUpdates } from './plan-vector-updates.ts'
import { createDraft, type TableUpdateDraft, type TableUpdateSetting } from './table-update-draft.ts'

const plans = [
  planCapacityAndIndexes,
  planVectorUpdates,
  planStreamUpdate,
  planEncryptionUpdate,
  planTableClassUpdate,
  planDeletionProtectionUpdate,
  planWarmUpdate,
  planReplicationModeUpdate,
  planScalingUpdate,
]

/**
 * Returns what an UpdateTable request makes of a table and what its answer shows, or throws DynamoDB's error. The
 * request must have passed `checkTableUpdate`. Pure.
 */
export function planTableUpdate(
  definition: TableDefinition,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  return plans.reduce((draft, plan) => plan(draft, input, setting), createDraft(definition))
}

/** The units of a provisioned table are looked at after those of its indexes (seen on AWS, September 2026). */
function planCapacityAndIndexes(
  draft: TableUpdateDraft,
  input: UpdateTableInput,
  setting: TableUpdateSetting,
): TableUpdateDraft {
  const billed = planOnDemandUpdate(planBillingUpdate(draft, input, setting), input, setting)
  const indexed = planIndexUpdates(billed, input, setting)
  return draft.next.billingMode === 'PROVISIONED' ? planTableUnits(indexed, input, setting) : indexed
}
