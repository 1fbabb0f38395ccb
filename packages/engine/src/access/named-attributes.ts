import type {
  AttributeMapInput,
  AttributeValueUpdate,
  ExpectedAttributes,
  LegacyConditions,
} from '@monotable/protocol'
import { canonicalizeFreeValue } from '@monotable/protocol'
import { compileCondition } from '../expressions/compile-condition.ts'
import { compileKeyCondition, type KeyCondition } from '../expressions/compile-key-condition.ts'
import { compileProjection } from '../expressions/compile-projection.ts'
import { compileUpdate } from '../expressions/compile-update.ts'
import type { DocumentPath } from '../expressions/document-path.ts'
import { keyConditionsFromLegacy } from '../expressions/key-conditions-from-legacy.ts'
import { Placeholders } from '../expressions/placeholders.ts'

/** All parameters of requests that can name attributes, for all operations. */
export interface NamingParameters {
  readonly IndexName?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly KeyConditionExpression?: string | undefined
  readonly FilterExpression?: string | undefined
  readonly ConditionExpression?: string | undefined
  readonly UpdateExpression?: string | undefined
  readonly ExpressionAttributeNames?: { readonly [placeholder: string]: string } | undefined
  readonly ExpressionAttributeValues?: AttributeMapInput | undefined
  readonly AttributesToGet?: readonly string[] | undefined
  readonly KeyConditions?: LegacyConditions | undefined
  readonly QueryFilter?: LegacyConditions | undefined
  readonly ScanFilter?: LegacyConditions | undefined
  readonly Expected?: ExpectedAttributes | undefined
  readonly AttributeUpdates?: { readonly [name: string]: AttributeValueUpdate } | undefined
  readonly ExclusiveStartKey?: AttributeMapInput | undefined
}

/** The attributes that a request names, and its conditions on the key. */
export interface NamedAttributes {
  readonly attributes: readonly string[]
  readonly keyConditions: readonly KeyCondition[]
}

/**
 * Finds the attributes that a request names anywhere: to read, to write, to compare with, or to start from. A path
 * counts as its first name. Throws DynamoDB's error for invalid expressions.
 */
export function namedAttributes(input: NamingParameters): NamedAttributes {
  const placeholders = new Placeholders({
    names: input.ExpressionAttributeNames,
    values: input.ExpressionAttributeValues,
    // What some operation accepts must not count as a mistake here. The others report it themselves.
    canonicalize: canonicalizeFreeValue,
  })
  const keyConditions = readKeyConditions(input, placeholders)
  const attributes = [
    ...expressionPaths(input, placeholders).map(([name]) => name as string),
    ...keyConditions.map(({ attribute }) => attribute),
    ...(input.AttributesToGet ?? []),
    ...Object.keys(input.KeyConditions ?? {}),
    ...Object.keys(input.QueryFilter ?? {}),
    ...Object.keys(input.ScanFilter ?? {}),
    ...Object.keys(input.Expected ?? {}),
    ...Object.keys(input.AttributeUpdates ?? {}),
    ...Object.keys(input.ExclusiveStartKey ?? {}),
  ]
  return { attributes, keyConditions }
}

function readKeyConditions(input: NamingParameters, placeholders: Placeholders): readonly KeyCondition[] {
  const source = input.KeyConditionExpression
  if (source !== undefined) return compileKeyCondition({ source, placeholders })
  if (input.KeyConditions === undefined) return []
  return keyConditionsFromLegacy(input.KeyConditions, input.IndexName !== undefined)
}

function expressionPaths(input: NamingParameters, placeholders: Placeholders): DocumentPath[] {
  const paths: DocumentPath[] = []
  const { ProjectionExpression: projection, UpdateExpression: update } = input
  if (projection !== undefined) paths.push(...compileProjection({ source: projection, placeholders }).paths)
  if (update !== undefined) paths.push(...compileUpdate({ source: update, placeholders }).allPaths)
  for (const parameter of ['ConditionExpression', 'FilterExpression'] as const) {
    const source = input[parameter]
    if (source !== undefined) paths.push(...compileCondition({ parameter, source, placeholders }).paths)
  }
  return paths
}
