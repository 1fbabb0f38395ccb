import type { UpdateTableInput } from '@monotable/protocol'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { planBillingUpdate } from './plan-billing-update.ts'
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
  planBillingUpdate,
  planOnDemandUpdate,
  planIndexUpdates,
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
