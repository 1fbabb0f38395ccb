import { setTimeout as delay } from 'node:timers/promises'
import type { ConformanceCase, Fields, OperationName, Step, TableDefinition } from './case.ts'
import { fixtures } from './fixtures.ts'
import type { Resolve } from './matchers.ts'
import { inputSymbols, symbolPattern } from './step-input.ts'
import { type Call, otherRegions, type Target } from './target.ts'

/** A target with its tables: sets up the tables of a case and cleans up after it. */
export interface Stage {
  readonly target: Target
  /** `«symbol»` becomes a table's name, `«symbol:arn»` its ARN. */
  readonly resolve: Resolve
  begin(testCase: ConformanceCase): Promise<void>
  /** Records what an answered step has changed, and waits until its table has settled. */
  settle(step: Step, region?: string): Promise<void>
  end(): Promise<void>
}

/** Operations that change a table other than by its items. */
const changesTable = /^(?:Create|Update|Delete|Put|Tag|Untag|Enable)(?!Item$)/
/** Operations that leave the items as they are. */
const leavesItems = /^(?:(?:Batch|Transact)?Get|Query|Scan|Search|Describe|List)/
const tableOperations: readonly string[] = ['CreateTable', 'UpdateTable', 'DeleteTable']

export function createStage(target: Target): Stage {
  const tables = new SharedTables(target)
  return {
    target,
    resolve: (text) => tables.resolve(text),
    begin: (testCase) => tables.begin(testCase),
    settle: (step, region) => tables.settle(step, region),
    end: () => tables.end(),
  }
}

/** Where servers share a store, a replica takes more than a second to leave, and a quick machine asks often. */
const manyAttempts = 3_000

class SharedTables {
  readonly #target: Target
  readonly #arrange: Call
  /** The tables that exist, by symbol, each with the definition it was created from. */
  readonly #present = new Map<string, TableDefinition>()
  /** The items of each table that has only what a case was given; what else was written is not known. */
  readonly #items = new Map<string, readonly Fields[]>()
  /** Tables that were changed since they were created, or that a case created. */
  readonly #changed = new Set<string>()
  #accountId: string | undefined

  constructor(target: Target) {
    this.#target = target
    this.#arrange = target.arrange ?? target.call
  }

  resolve(text: string): string {
    // A shortcut: most texts have no symbols, and there are many texts.
    if (!text.includes('«')) return text
    return text.replaceAll(symbolPattern, (_match, symbol: string, part: string | undefined) => {
      const name = `${this.#target.prefix}${symbol}`
      if (part === ':account') return String(this.#accountId)
      if (part === ':region') return this.#target.region
      const [second, third] = otherRegions(this.#target)
      if (part === ':second') return second
      if (part === ':third') return third
      if (part === undefined) return name
      const region = part === ':arn' ? this.#target.region : second
      return `arn:aws:dynamodb:${region}:${this.#accountId}:table/${name}`
    })
  }

  async begin(testCase: ConformanceCase): Promise<void> {
    // A case may make its tables itself, and must know how their ARNs begin.
    if (this.#accountId === undefined) await this.#require('hash', fixtures['hash'])
    if (this.#target.reset) {
      await this.#target.reset()
      this.#present.clear()
      this.#items.clear()
    }
    const { given = {}, tables = {}, steps } = testCase
    const named = steps.flatMap((step) => [...inputSymbols(step)])
    const symbols = new Set([...named, ...Object.keys(given), ...Object.keys(tables)])
    for (const symbol of symbols) await this.#require(symbol, tables[symbol] ?? fixtures[symbol])
    for (const symbol of symbols) await this.#fill(symbol, given[symbol] ?? [])
  }

  async end(): Promise<void> {
    if (!this.#target.reset) for (const symbol of this.#changed) await this.#drop(symbol)
    this.#changed.clear()
  }

  async settle(step: Step, region?: string): Promise<void> {
    const { operation } = step
    for (const symbol of inputSymbols(step)) {
      if (changesTable.test(operation)) this.#changed.add(symbol)
      if (!leavesItems.test(operation)) this.#items.delete(symbol)
    }
    const name = (step.input as Fields)['TableName']
    if (typeof name === 'string') await this.#rest(operation, this.resolve(name), region)
  }

  /** Waits until a table that was created, changed or deleted has reached its final state. */
  async #rest(operation: OperationName, name: string, region?: string): Promise<void> {
    if (!tableOperations.includes(operation)) return
    for (let attempt = 0; attempt < manyAttempts; attempt++) {
      const answer = await this.#arrange('DescribeTable', { TableName: name }, region)
      if ('error' in answer || (operation !== 'DeleteTable' && isAtRest(answer.output))) return
      await delay(this.#target.pollDelayMs)
    }
    throw new Error(`${name} did not come to rest after ${operation}`)
  }

  /** Makes a table exist as defined. Keeps a table of an earlier case if its definition is the same. */
  async #require(symbol: string, definition: TableDefinition | undefined): Promise<void> {
    const present = this.#present.get(symbol)
    if (present !== undefined && !isSame(present, definition)) await this.#drop(symbol)
    if (definition !== undefined && !this.#present.has(symbol)) await this.#create(symbol, definition)
  }

  async #create(symbol: string, definition: TableDefinition): Promise<void> {
    const name = this.resolve(`«${symbol}»`)
    const output = (await this.#expect('CreateTable', { ...definition, TableName: name })) as {
      TableDescription?: { TableArn?: string }
    }
    this.#accountId = output.TableDescription?.TableArn?.split(':')[4] ?? this.#accountId
    await this.#rest('CreateTable', name)
    this.#present.set(symbol, definition)
    this.#items.set(symbol, [])
    // Records in its stream would show the next case what this one did.
    if (definition['StreamSpecification'] !== undefined) this.#changed.add(symbol)
  }

  async #drop(symbol: string): Promise<void> {
    const input = { TableName: this.resolve(`«${symbol}»`) }
    await this.#dropReplicas(input.TableName)
    let answer = await this.#arrange('DeleteTable', input)
    if ('error' in answer && answer.error.message.includes('protect')) {
      await this.#arrange('UpdateTable', { ...input, DeletionProtectionEnabled: false })
      answer = await this.#arrange('DeleteTable', input)
    }
    if ('output' in answer) await this.#rest('DeleteTable', input.TableName)
    this.#present.delete(symbol)
    this.#items.delete(symbol)
  }

  /** Removes the replicas of a table in other regions: they would outlive it or keep it from being deleted. */
  async #dropReplicas(TableName: string): Promise<void> {
    for (let attempt = 0; attempt < manyAttempts; attempt++) {
      const described = await this.#arrange('DescribeTable', { TableName })
      if ('error' in described) return
      const { Table: table } = described.output as {
        Table: { Replicas?: { RegionName: string }[]; GlobalTableWitnesses?: { RegionName: string }[] }
      }
      if (table.Replicas === undefined) return
      const remove = ({ RegionName }: { RegionName: string }) => ({ Delete: { RegionName } })
      for (const { RegionName } of table.Replicas) {
        const protection = { TableName, DeletionProtectionEnabled: false }
        await this.#arrange('UpdateTable', protection, RegionName)
      }
      const answer = await this.#arrange('UpdateTable', {
        TableName,
        ReplicaUpdates: table.Replicas.map(remove),
        ...(table.GlobalTableWitnesses && {
          GlobalTableWitnessUpdates: table.GlobalTableWitnesses.map(remove),
        }),
      })
      if ('output' in answer) return this.#rest('UpdateTable', TableName)
      // A replica may still be leaving, which takes a moment where servers share a store.
      await delay(this.#target.pollDelayMs)
    }
    throw new Error(`the replicas of ${TableName} could not be removed`)
  }

  /** Makes a table hold these items and no others. Many cases in a row are given the same ones. */
  async #fill(symbol: string, items: readonly Fields[]): Promise<void> {
    const definition = this.#present.get(symbol)
    if (definition === undefined) return
    const before = this.#items.get(symbol)
    if (before !== undefined && isSame(before, items)) return
    const name = this.resolve(`«${symbol}»`)
    const keys = (definition['KeySchema'] as { AttributeName: string }[]).map((key) => key.AttributeName)
    const keyOf = (item: Fields): Fields => Object.fromEntries(keys.map((key) => [key, item[key]]))
    const wanted = new Set(items.map((item) => JSON.stringify(keyOf(item))))
    const found = (before ?? (await this.#scan(name, keys))).map(keyOf)
    const others = found.filter((key) => !wanted.has(JSON.stringify(key)))
    await this.#write(
      name,
      others.map((key) => ({ DeleteRequest: { Key: key } })),
    )
    await this.#write(
      name,
      items.map((item) => ({ PutRequest: { Item: item } })),
    )
    this.#items.set(symbol, items)
  }

  async #write(name: string, writes: readonly unknown[]): Promise<void> {
    for (let start = 0; start < writes.length; start += 25)
      await this.#expect('BatchWriteItem', { RequestItems: { [name]: writes.slice(start, start + 25) } })
  }

  /** Returns the keys of all items of a table. */
  async #scan(name: string, keys: readonly string[]): Promise<readonly Fields[]> {
    const found: Fields[] = []
    let start: unknown
    do {
      const page = (await this.#expect('Scan', {
        TableName: name,
        AttributesToGet: keys,
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      })) as { Items: Fields[]; LastEvaluatedKey?: Fields }
      found.push(...page.Items)
      start = page.LastEvaluatedKey
    } while (start !== undefined)
    return found
  }

  async #expect(operation: OperationName, input: unknown): Promise<unknown> {
    const answer = await this.#arrange(operation, input)
    if ('output' in answer) return answer.output
    throw new Error(`setting the scene: ${operation} gave ${answer.error.name}: ${answer.error.message}`)
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function isAtRest(output: unknown): boolean {
  type Indexes = { IndexStatus: string }[]
  const { Table: table } = output as {
    Table: {
      TableStatus: string
      GlobalSecondaryIndexes?: Indexes
      VectorIndexes?: Indexes
      Replicas?: { ReplicaStatus: string }[]
    }
  }
  const replicas = table.Replicas ?? []
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.VectorIndexes ?? [])]
  return (
    table.TableStatus === 'ACTIVE' &&
    indexes.every((index) => index.IndexStatus === 'ACTIVE') &&
    replicas.every((replica) => replica.ReplicaStatus === 'ACTIVE')
  )
}
