import type { UpdateTimeToLiveInput } from '@monotable/protocol'
import { validationError } from '@monotable/protocol'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { resolveTableName } from '../../tables/table-name.ts'
import { randomUuid } from '../../util/random.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireNoDeparture } from '../replicas/departure-job.ts'
import { requireExistingTable } from '../require-existing-table.ts'
import { startBackfill } from '../tables/backfill.ts'
import { dropSpaces } from '../tables/drop-spaces.ts'
import { isBeingImported, stillInUse } from '../tables/require-filled.ts'

/** Turns the expiry of a table's items on or off. Existing items are indexed in the background. */
export async function updateTimeToLive(
  context: OperationContext,
  input: UpdateTimeToLiveInput,
): Promise<WireAnswer> {
  const { catalogue, realm, random, storage } = context
  const { AttributeName: attribute, Enabled: isEnabled } = input.TimeToLiveSpecification
  const name = resolveTableName(realm, input.TableName)
  return catalogue.exclusively(realm, name, async () => {
    if (isBeingImported(context, name)) throw stillInUse(`Table ${name} is being created`)
    const { definition } = requireExistingTable(context, input.TableName)
    requireNoDeparture(definition)
    requireChange(definition, attribute, isEnabled)
    if (definition.group?.isStrong) throw notWhereStrong()
    if (isEnabled) {
      const space = `expiry-${randomUuid(random)}`
      await storage.createSpace(space)
      const expiry = { attribute, space, status: 'CREATING', onlyDeletes: true } as const
      await catalogue.save(realm, { ...definition, expiry })
      startBackfill(context, { realm, tableName: name, space })
    } else {
      const { expiry, ...rest } = definition
      await catalogue.save(realm, rest)
      if (expiry) await dropSpaces(context, [expiry.space])
    }
    return { TimeToLiveSpecification: { Enabled: isEnabled, AttributeName: attribute } }
  })
}

function requireChange({ expiry }: TableDefinition, attribute: string, isEnabled: boolean): void {
  if (expiry !== undefined && expiry.attribute !== attribute) {
    throw validationError(
      `TimeToLive is active on a different AttributeName: current AttributeName is ${expiry.attribute}`,
    )
  }
  if (isEnabled !== (expiry === undefined)) {
    throw validationError(`TimeToLive is already ${isEnabled ? 'enabled' : 'disabled'}`)
  }
}

/** AWS has no expiry for tables whose regions are strongly consistent (the wording is that of a deployment's failure). */
function notWhereStrong() {
  return validationError(
    'Time To Live is not supported for global tables with MultiRegionConsistency set to STRONG',
  )
}
