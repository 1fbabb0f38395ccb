import type { SeededRandom } from '../../simulation/seeded-random.ts'
import type { Json, Request } from '../exchange.ts'

const attributes = ['pk', 'sk', 'a', 'b', 'c']

/** Draws a CreateTable, more often than not with a mistake in it. */
export function createTableRequest(random: SeededRandom, TableName: string): Request {
  const isProvisioned = random.percent(40)
  const definitions = random.some(attributes, 60)
  const keys = schema(random, ['pk', 'sk'], 1 + random.below(2))
  const locals = random.percent(30) && manyIndexes(random, 'lsi', (name) => localIndex(random, name))
  const globals =
    random.percent(45) && manyIndexes(random, 'gsi', (name) => globalIndex(random, name, isProvisioned))
  const used = new Set([keys, ...[...(locals || []), ...(globals || [])].map(schemaOf)].flat().map(nameOf))
  const defined = random.percent(85) ? [...used] : definitions
  const input = {
    TableName: random.percent(97) ? TableName : random.pick(['x', 'a b', '', 'é'.repeat(3)]),
    AttributeDefinitions: defined.map((name) => definition(random, name)),
    KeySchema: keys,
    ...(random.percent(95) && billing(random, isProvisioned)),
    ...(locals && { LocalSecondaryIndexes: locals }),
    ...(globals && { GlobalSecondaryIndexes: globals }),
    ...(random.percent(10) && { StreamSpecification: stream(random) }),
    ...(random.percent(5) && { TableClass: random.pick(['STANDARD', 'STANDARD_INFREQUENT_ACCESS', 'WHAT']) }),
    ...(random.percent(5) && { DeletionProtectionEnabled: false }),
    ...(random.percent(5) && { SSESpecification: { Enabled: random.percent(50) } }),
  }
  return { operation: 'CreateTable', input: random.percent(95) ? input : without(random, input) }
}

/** Draws an UpdateTable for a table with `pk`, `sk`, and a global index `gsi0` on `a`. */
export function updateTableRequest(random: SeededRandom, TableName: string): Request {
  const isProvisioned = random.percent(30)
  const changes = random.below(3) === 0 ? 2 : 1
  const updates = Array.from({ length: changes }, () => indexUpdate(random, isProvisioned))
  const input = {
    TableName: random.percent(97) ? TableName : 'nosuch',
    ...(random.percent(70) && { GlobalSecondaryIndexUpdates: random.percent(97) ? updates : [] }),
    ...(random.percent(75) && {
      AttributeDefinitions: random.some(attributes, 70).map((name) => definition(random, name)),
    }),
    ...(random.percent(25) && billing(random, isProvisioned)),
    ...(random.percent(10) && { StreamSpecification: stream(random) }),
    ...(random.percent(5) && { DeletionProtectionEnabled: false }),
  }
  return { operation: 'UpdateTable', input }
}

function indexUpdate(random: SeededRandom, isProvisioned: boolean): Json {
  const name = random.pick(['gsi0', 'gsi1', 'gsi2'])
  switch (random.below(6)) {
    case 0:
      return { Delete: { IndexName: name } }
    case 1:
      return { Update: { IndexName: name, ProvisionedThroughput: throughput(random) } }
    case 2:
      return random.percent(50)
        ? {}
        : { Delete: { IndexName: name }, Create: globalIndex(random, name, isProvisioned) }
    default:
      return { Create: globalIndex(random, name, isProvisioned) }
  }
}

function definition(random: SeededRandom, AttributeName: string): Json {
  return { AttributeName, AttributeType: random.percent(98) ? random.pick(['S', 'S', 'N', 'B']) : 'BOOL' }
}

function billing(random: SeededRandom, isProvisioned: boolean): Json {
  if (!isProvisioned && random.percent(97)) return { BillingMode: 'PAY_PER_REQUEST' }
  return {
    ...(random.percent(50) && {
      BillingMode: random.pick(['PROVISIONED', 'PROVISIONED', 'PAY_PER_REQUEST']),
    }),
    ...(random.percent(95) && { ProvisionedThroughput: throughput(random) }),
  }
}

function throughput(random: SeededRandom): Json {
  const units = () => (random.percent(97) ? 1 + random.below(3) : random.pick([0, -1, 1e13]))
  return { ReadCapacityUnits: units(), ...(random.percent(98) && { WriteCapacityUnits: units() }) }
}

function stream(random: SeededRandom): Json {
  return {
    StreamEnabled: random.percent(70),
    ...(random.percent(60) && { StreamViewType: random.pick(['NEW_IMAGE', 'KEYS_ONLY']) }),
  }
}

function manyIndexes(random: SeededRandom, prefix: string, make: (name: string) => Json): Json[] {
  const count = random.percent(95) ? 1 + random.below(2) : random.pick([0, 6])
  return Array.from({ length: count }, (_, index) => make(`${prefix}${random.percent(97) ? index : 0}`))
}

function localIndex(random: SeededRandom, IndexName: string): Json {
  const hash = random.percent(95) ? 'pk' : random.pick(attributes)
  return {
    IndexName,
    KeySchema: schema(random, [hash, random.pick(['a', 'b', 'c', 'sk'])], random.percent(95) ? 2 : 1),
    ...(random.percent(98) && { Projection: projection(random) }),
  }
}

function globalIndex(random: SeededRandom, IndexName: string, isProvisioned: boolean): Json {
  const names = random.shuffle(attributes)
  const isComposite = random.percent(25)
  const KeySchema = isComposite
    ? names.map((AttributeName) => ({ AttributeName, KeyType: random.pick(['HASH', 'RANGE']) }))
    : schema(random, names, 1 + random.below(2))
  return {
    IndexName: random.percent(98) ? IndexName : 'g',
    KeySchema: isComposite && random.percent(80) ? KeySchema.sort(byType) : KeySchema,
    ...(random.percent(98) && { Projection: projection(random) }),
    ...(random.percent(isProvisioned ? 95 : 3) && { ProvisionedThroughput: throughput(random) }),
  }
}

function byType(left: { readonly KeyType: string }, right: { readonly KeyType: string }): number {
  return left.KeyType < right.KeyType ? -1 : Number(left.KeyType > right.KeyType)
}

function schema(random: SeededRandom, names: readonly string[], count: number): SchemaElement[] {
  const types = random.percent(96)
    ? ['HASH', 'RANGE']
    : random.pick([
        ['RANGE', 'HASH'],
        ['HASH', 'HASH'],
      ])
  const chosen = random.percent(98) ? names : [names[0] ?? '', names[0] ?? '']
  return chosen
    .slice(0, count)
    .map((AttributeName, index) => ({ AttributeName, KeyType: types[index] ?? '' }))
}

interface SchemaElement {
  readonly AttributeName: string
  readonly KeyType: string
}

function schemaOf(index: Json): SchemaElement[] {
  return index['KeySchema'] as SchemaElement[]
}

function nameOf({ AttributeName }: SchemaElement): string {
  return AttributeName
}

function projection(random: SeededRandom): Json {
  const type = random.percent(97)
    ? random.pick(['ALL', 'KEYS_ONLY', 'INCLUDE'])
    : random.pick(['WHAT', undefined])
  const hasNames = type === 'INCLUDE' ? random.percent(95) : random.percent(3)
  const names = random.percent(97) ? random.some(['x', 'y', 'z', 'a'], 60) : ['x', 'x']
  return {
    ...(type !== undefined && { ProjectionType: type }),
    ...(hasNames && { NonKeyAttributes: names }),
  }
}

function without(random: SeededRandom, input: Json): Json {
  const { [random.pick(Object.keys(input))]: _, ...rest } = input
  return rest
}
