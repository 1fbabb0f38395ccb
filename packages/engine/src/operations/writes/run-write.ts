import type { AttributeMap } from '@monotable/protocol'
import { refusedAlone } from '../../capacity/throttling-error.ts'
import type { Table } from '../../tables/table.ts'
import { JsonText } from '../../util/json-text.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { commitWrite } from './commit-writes.ts'
import { chargeWrite, type ItemWrite, type WriteOutcome } from './decide-write.ts'
import { itemCollectionMetrics } from './item-collection-metrics.ts'

/** What the three operations that write one item have in common. */
export interface SingleWrite {
  readonly write: ItemWrite
  readonly input: {
    readonly ReturnConsumedCapacity?: CapacityDetail | undefined
    readonly ReturnItemCollectionMetrics?: 'SIZE' | 'NONE' | undefined
  }
  /** Returns the `Attributes` of the answer, if any. */
  readonly attributes: (outcome: WriteOutcome) => JsonText | AttributeMap | undefined
}

/** Runs a write of one item and answers as PutItem, UpdateItem and DeleteItem do. */
export async function runWrite(context: OperationContext, request: SingleWrite): Promise<WireAnswer> {
  const { write, input } = request
  const outcome = await commitAlone(context, write)
  return {
    Attributes: request.attributes(outcome),
    ConsumedCapacity: capacityOf(write.table, outcome, input.ReturnConsumedCapacity),
    ItemCollectionMetrics:
      input.ReturnItemCollectionMetrics === 'SIZE'
        ? await itemCollectionMetrics(context, write.table, write.keyItem ?? {})
        : undefined,
  }
}

async function commitAlone(context: OperationContext, write: ItemWrite): Promise<WriteOutcome> {
  try {
    return await commitWrite(context, write)
  } catch (error) {
    throw refusedAlone(error)
  }
}

/** Returns the old item, for `ReturnValues: ALL_OLD`. */
export function oldAttributes({ before }: WriteOutcome): JsonText | undefined {
  return before && new JsonText(before.doc)
}

/** Returns the new item, for `ReturnValues: ALL_NEW`. */
export function newAttributes({ after }: WriteOutcome): JsonText | undefined {
  return after && new JsonText(after.doc)
}

/** Returns nothing, for `ReturnValues: NONE`. */
export function noAttributes(): undefined {
  return undefined
}

function capacityOf(table: Table, outcome: WriteOutcome, detail: CapacityDetail | undefined) {
  if (detail === undefined || detail === 'NONE') return undefined
  const meter = new CapacityMeter(table.name)
  chargeWrite(meter, outcome)
  return meter.report(detail)
}
