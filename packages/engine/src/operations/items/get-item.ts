import type { AttributeMap, AttributeMapInput } from '@monotable/protocol'
import { canonicalizeItem, type GetItemInput } from '@monotable/protocol'
import type { Access } from '../../capacity/usage.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { RecordKey, RecordValue } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import { readAttributes } from '../../tables/item-text.ts'
import type { Table } from '../../tables/table.ts'
import { readUnits } from '../../tables/units.ts'
import { JsonText } from '../../util/json-text.ts'
import { CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { checkExpressionParameters, readPlaceholders } from '../parameters/expression-parameters.ts'
import { readProjection } from '../parameters/read-projection.ts'
import { requireItemTable } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'

/** Reads one item by its full primary key. A missing item is an empty answer, not an error. */
export async function getItem(context: OperationContext, input: GetItemInput): Promise<WireAnswer> {
  const { key, projection } = inLayer('bare', () => readGet(input))
  const table = requireItemTable(context, input.TableName)
  checkKey(table, key)
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  const [record] = await readRecord(context, table, key, input.ConsistentRead === true)
  return {
    Item: record && selectAttributes(record, projection),
    ConsumedCapacity: input.ReturnConsumedCapacity && capacityOf(table, record, input),
  }
}

/** Reads the record stored under a key that fits its table, if there is one. */
export function readRecord(
  context: OperationContext,
  table: Table,
  key: AttributeMap,
  consistent: boolean,
): Promise<readonly (RecordValue | undefined)[]> {
  const place = tableKeyOf(table, key)
  const read = () => (consistent ? context.storage : context.eventual).read([place])
  // Every additional promise costs time here.
  return context.meter.active
    ? meteredRead(context.meter, keyAccess(table, place, key), consistent, read)
    : read()
}

async function meteredRead(
  meter: OperationContext['meter'],
  access: Access,
  consistent: boolean,
  read: () => Promise<readonly (RecordValue | undefined)[]>,
): Promise<readonly (RecordValue | undefined)[]> {
  const hold = meter.admit(access, readUnits(0, consistent))
  const records = await read()
  meter.settle(hold, readUnits(records[0]?.sizeBytes ?? 0, consistent))
  return records
}

/** Describes the read of one item for the capacity meter. */
export function keyAccess(table: Table, { partition, sort }: RecordKey, keyItem: AttributeMap): Access {
  return { table, kind: 'read', partition, sort, keyItem }
}

function capacityOf(table: Table, record: RecordValue | undefined, input: GetItemInput) {
  const meter = new CapacityMeter(table.name)
  meter.addTable(readUnits(record?.sizeBytes ?? 0, input.ConsistentRead === true))
  return meter.report(input.ReturnConsumedCapacity)
}

/** Returns a stored item as the answer shows it: its text unchanged, or the requested attributes. */
export function selectAttributes(
  record: RecordValue,
  projection: Projection | undefined,
): JsonText | AttributeMap {
  if (projection === undefined) return new JsonText(record.doc)
  return projection.project(readAttributes(record.doc, projection))
}

/** The parameters of one read by key, in GetItem and in TransactGetItems. */
export interface GetParameters {
  readonly Key: AttributeMapInput
  readonly ProjectionExpression?: string | undefined
  readonly AttributesToGet?: readonly string[] | undefined
  readonly ExpressionAttributeNames?: { readonly [placeholder: string]: string } | undefined
}

/** Reads the key and the projection of such a read. */
export function readGet(input: GetParameters): { key: AttributeMap; projection: Projection | undefined } {
  const parameters = {
    legacy: { AttributesToGet: input.AttributesToGet },
    expressions: { ProjectionExpression: input.ProjectionExpression },
    names: input.ExpressionAttributeNames,
  }
  checkExpressionParameters(parameters)
  const { item: key } = canonicalizeItem(input.Key)
  if (parameters.names === undefined && input.ProjectionExpression === undefined && !input.AttributesToGet) {
    return { key, projection: undefined }
  }
  const placeholders = readPlaceholders(parameters)
  const projection = readProjection(input, placeholders)
  placeholders.requireAllUsed()
  return { key, projection }
}
