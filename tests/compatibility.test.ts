import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sdk from '@aws-sdk/client-dynamodb'
import * as streamsSdk from '@aws-sdk/client-dynamodb-streams'
import { createDatabase } from '@monotable/engine'
import { describe, expect, it } from 'vitest'
import { operationTable } from '../packages/engine/src/engine/operation-table.ts'
import { operationShapes } from '../packages/engine/src/validation/operation-shapes.ts'
import type { Shape } from '../packages/engine/src/validation/shape.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'COMPATIBILITY.md'), 'utf8')

/** A well-formed value for each parameter that the page calls absent. */
const absentValues: { readonly [name: string]: unknown } = {
  GlobalTableSourceArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Music',
}

/** Members that AWS accepts although its SDK does not have them; the page describes them in prose. */
const unmodelled: { readonly [operation: string]: readonly string[] } = {
  CreateTable: ['TableThroughputMode'],
  UpdateTable: ['TableThroughputMode'],
}

const baseInputs: { readonly [operation: string]: object } = {
  CreateTable: {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
  },
  UpdateTable: { TableName: 'Music', DeletionProtectionEnabled: false },
}

/** Returns the rows of the first table under a heading, with the names in backticks of each column. */
function readTable(heading: string): { readonly first: string; readonly columns: readonly string[][] }[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? ''
  const rows = table.trim().split('\n').slice(2)
  return rows.map((row) => {
    const [first = '', ...cells] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return { first: first.replaceAll('`', ''), columns: cells.map(namesIn) }
  })
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string)
}

/** Returns the operations of the SDK's two clients with their input schemas, which the commands carry. */
function readSdk(): Map<string, SdkSchema> {
  const commands = [...Object.entries(sdk), ...Object.entries(streamsSdk)].filter(([name]) =>
    /^[A-Z]\w+Command$/.test(name),
  )
  return new Map(
    commands.map(([, Command]) => {
      const { schema } = new (Command as new (input: object) => { schema: unknown[] })({})
      return [schema[2] as string, schemaOf(schema[4]) ?? []]
    }),
  )
}

/** A list (1), a map (2) or a structure (3): its kind, three more fields, and its members. */
type SdkSchema = readonly unknown[]

/** Returns the schema of a reference, with or without traits; a scalar has none. */
function schemaOf(reference: unknown): SdkSchema | undefined {
  if (typeof reference === 'function') return schemaOf(reference())
  if (!Array.isArray(reference)) return undefined
  return reference.length === 2 ? schemaOf(reference[0]) : reference
}

/** Returns the members that the SDK's schema has and ours does not; the engine would ignore them silently. */
function unknownMembers(reference: unknown, shape: Shape): string[] {
  const schema = schemaOf(reference)
  // Attribute values are recursive, and they are parsed separately.
  if (schema === undefined || shape.kind === 'attributeValue') return []
  const [kind, , , , first, second] = schema
  if (kind === 1) return shape.kind === 'list' ? unknownMembers(first, shape.member) : ['[]']
  if (kind === 2) return shape.kind === 'map' ? unknownMembers(second, shape.value) : ['{}']
  return (first as string[]).flatMap((name, position) => {
    const member = shape.kind === 'struct' ? shape.members[name] : undefined
    if (member === undefined) return [name]
    return unknownMembers((second as unknown[])[position], member).map((inner) => `${name}.${inner}`)
  })
}

const sdkInputs = readSdk()
const sdkOperations = new Map([...sdkInputs].map(([operation, input]) => [operation, input[4] as string[]]))
const operations = readTable('Operations')
const doneOperations = operations.flatMap(({ columns }) => columns[0] ?? [])
const absentOperations = operations.flatMap(({ columns }) => columns[1] ?? [])
const parameters = readTable('Parameters').map(({ first: operation, columns }) => {
  const [done = [], differs = [], absent = []] = columns
  return { operation, done, differs, absent }
})
const absentParameters = parameters.flatMap(({ operation, absent }) =>
  absent.map((name) => ({ operation, name })),
)

describe('COMPATIBILITY.md', () => {
  it('lists each operation of the AWS SDK exactly once', () => {
    const listed = [...doneOperations, ...absentOperations].toSorted()
    expect(listed).toEqual([...sdkOperations.keys()].toSorted())
  })

  it('calls done exactly the operations that the engine has', () => {
    expect(doneOperations.toSorted()).toEqual(Object.keys(operationTable).toSorted())
    expect(parameters.map(({ operation }) => operation)).toEqual(Object.keys(operationTable))
  })

  it.each(parameters)('lists each parameter of $operation exactly once', (row) => {
    const { operation, done, differs, absent } = row
    const known = sdkOperations.get(operation) ?? []
    expect([...done, ...differs, ...absent].toSorted()).toEqual([...known].toSorted())
    const shape = operationShapes[operation as keyof typeof operationShapes]
    const taken = [...known, ...(unmodelled[operation] ?? [])]
    expect(Object.keys(shape.input.members).toSorted()).toEqual(taken.toSorted())
  })

  it.each([...sdkInputs])('knows each input member of %s', (operation, input) => {
    const { input: shape } = operationShapes[operation as keyof typeof operationShapes]
    expect(unknownMembers(input, shape)).toEqual([])
  })

  it('has a note on each parameter that differs', () => {
    const differing = new Set(parameters.flatMap(({ differs }) => differs))
    const notes = /Notes on what differs:\n\n([\s\S]*?)\n\n/.exec(page)?.[1]?.split('\n').slice(2) ?? []
    expect(notes.map((row) => namesIn(row)[0])).toEqual([...differing].toSorted())
  })

  it.each(absentOperations)('%s is refused by name', async (operation) => {
    const db = await createDatabase()
    const caller = { region: 'us-east-1', accountId: '000000000000' }
    const refusal = { name: 'UnknownOperationException', message: expect.stringContaining(operation) }
    await expect(db.execute(operation, {}, caller)).rejects.toMatchObject(refusal)
  })

  it.each(absentParameters)('$name of $operation is refused by name', async ({ operation, name }) => {
    const db = await createDatabase()
    expect(absentValues).toHaveProperty(name)
    const input = { ...baseInputs[operation], [name]: absentValues[name] }
    const sent = db.execute(operation, input, { region: 'us-east-1', accountId: '000000000000' })
    await expect(sent).rejects.toMatchObject({
      name: 'ValidationException',
      message: `Monotable does not support the parameter ${name} of ${operation} yet`,
    })
  })
})
