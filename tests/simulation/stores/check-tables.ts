import { isObject, type Json } from '../../differential/exchange.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { checkStream } from './check-stream.ts'
import { itemsText, requireSame, type SidesInStep } from './sides-in-step.ts'
import type { World } from './world.ts'

/** Reads everything in every way, on all sides. */
export async function checkTables(all: SidesInStep, world: World, random: SeededRandom): Promise<void> {
  await all.settled()
  const listed = await all.send('ListTables', {})
  for (const TableName of (listed?.['TableNames'] ?? []) as string[]) {
    const described = await all.send('DescribeTable', { TableName })
    const table = described?.['Table'] as Json
    await checkReads(all, random, { TableName }, table['KeySchema'])
    const indexes = [table['GlobalSecondaryIndexes'], table['LocalSecondaryIndexes']].flat().filter(isObject)
    for (const index of indexes) {
      await checkEntries(all, table, index)
      await checkReads(all, random, { TableName, IndexName: index['IndexName'] }, index['KeySchema'])
    }
    const here = itemsText(await all.items({ TableName }))
    for (const region of world.regions.get(TableName) ?? []) {
      requireSame(`${TableName} in ${region}`, here, itemsText(await all.items({ TableName }, region)))
    }
    if (table['LatestStreamArn'] !== undefined) await checkStream(all, table['LatestStreamArn'])
  }
}

/** Checks that the parts of a read add up to the whole, however it is divided. */
async function checkReads(
  all: SidesInStep,
  random: SeededRandom,
  place: Json,
  keySchema: unknown,
): Promise<void> {
  const whole = await all.pages('Scan', place)
  const wholeText = JSON.stringify(whole)
  const limited = await all.pages('Scan', { ...place, Limit: 1 + random.below(7) })
  requireSame('a Scan in pages', wholeText, JSON.stringify(limited))
  const TotalSegments = 1 + random.below(5)
  const parts: Json[] = []
  for (let Segment = 0; Segment < TotalSegments; Segment++) {
    const limit = random.percent(50) && { Limit: 2 }
    parts.push(...(await all.pages('Scan', { ...place, TotalSegments, Segment, ...limit })))
  }
  requireSame('a Scan in segments', wholeText, JSON.stringify(parts))
  const names = (keySchema as Json[])
    .filter(({ KeyType }) => KeyType === 'HASH')
    .map(({ AttributeName }) => String(AttributeName))
  const keyOf = (item: Json) => JSON.stringify(names.map((name) => item[name]))
  const partitions = new Map(whole.map((item) => [keyOf(item), item]))
  for (const [key, item] of random.shuffle([...partitions]).slice(0, 3)) {
    const query = { ...place, ...keyCondition(names, item) }
    const forward = await all.pages('Query', query)
    const pages = await all.pages('Query', { ...query, Limit: 1 + random.below(4) })
    const backward = { ...query, ScanIndexForward: false, Limit: 1 + random.below(5) }
    const reversed = (await all.pages('Query', backward)).reverse()
    requireSame('a Query in pages', JSON.stringify(forward), JSON.stringify(pages))
    requireSame('a Query backwards', JSON.stringify(forward), JSON.stringify(reversed))
    const scanned = whole.filter((one) => keyOf(one) === key)
    requireSame('a Query', itemsText(scanned), itemsText(forward))
  }
}

function keyCondition(names: readonly string[], item: Json): Json {
  return {
    KeyConditionExpression: names.map((_, place) => `#n${place} = :v${place}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, place) => [`#n${place}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name, place) => [`:v${place}`, item[name]])),
  }
}

/** Checks that an index has exactly the entries that follow from the table's items. */
async function checkEntries(all: SidesInStep, table: Json, index: Json): Promise<void> {
  const { TableName } = table
  const definitions = table['AttributeDefinitions'] as Json[]
  const types = new Map(definitions.map((one) => [one['AttributeName'], one['AttributeType']]))
  const namesOf = (schema: unknown) => (schema as Json[]).map(({ AttributeName }) => String(AttributeName))
  const own = namesOf(index['KeySchema'])
  const { ProjectionType, NonKeyAttributes = [] } = index['Projection'] as Json
  const kept = new Set([...own, ...namesOf(table['KeySchema']), ...(NonKeyAttributes as string[])])
  const isKey = (value: unknown, name: string) => isObject(value) && types.get(name) === Object.keys(value)[0]
  const entries = (await all.items({ TableName }))
    .filter((item) => own.every((name) => isKey(item[name], name)))
    .map((item) => Object.entries(item).filter(([name]) => ProjectionType === 'ALL' || kept.has(name)))
    .map((attributes) => Object.fromEntries(attributes))
  const found = await all.items({ TableName, IndexName: index['IndexName'] })
  requireSame(`${TableName}'s index ${index['IndexName']}`, itemsText(entries), itemsText(found))
}
