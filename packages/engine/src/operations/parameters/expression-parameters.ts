import type { AttributeMapInput, AttributeValue } from '@monotable/protocol'
import {
  canonicalizeFreeValue,
  canonicalizeValue,
  ServiceError,
  ValidationError,
  validationError,
} from '@monotable/protocol'
import { Placeholders } from '../../expressions/placeholders.ts'

/** The parameters of a request that hold expressions, and the legacy ones that exclude them. */
export interface ExpressionParameters {
  /** Legacy parameters by name, in the order in which DynamoDB lists them. */
  readonly legacy: { readonly [parameter: string]: unknown }
  /** Expressions by the name of their parameter, in the order in which DynamoDB lists them. */
  readonly expressions: { readonly [parameter: string]: string | undefined }
  readonly names: { readonly [placeholder: string]: string } | undefined
  readonly values?: AttributeMapInput | undefined
}

/** Expressions that can contain values. */
const takesValues = new Set([
  'UpdateExpression',
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'SearchConditionExpression',
])

/**
 * Checks that expressions and legacy parameters are not mixed, and that no placeholders are given without an
 * expression.
 */
export function checkExpressionParameters({
  legacy,
  expressions,
  names,
  values,
}: ExpressionParameters): void {
  if (names === undefined && values === undefined && definedNames(expressions).length === 0) return
  const usedLegacy = definedNames(legacy)
  const usedExpressions = definedNames(expressions)
  if (usedLegacy.length > 0 && usedExpressions.length > 0) {
    throw validationError(
      'Can not use both expression and non-expression parameters in the same request: ' +
        `Non-expression parameters: {${usedLegacy.join(', ')}} ` +
        `Expression parameters: {${usedExpressions.join(', ')}}`,
    )
  }
  if (names !== undefined && usedExpressions.length === 0) {
    throw validationError('ExpressionAttributeNames can only be specified when using expressions')
  }
  const withValues = Object.keys(expressions).filter((parameter) => takesValues.has(parameter))
  if (values !== undefined && !withValues.some((parameter) => expressions[parameter] !== undefined)) {
    const message = 'ExpressionAttributeValues can only be specified when using expressions'
    const verb = withValues.length === 1 ? 'is' : 'are'
    throw new ValidationError(message, `${message}: ${withValues.join(' and ')} ${verb} null`)
  }
}

const readValue = namingPlaceholder(canonicalizeValue)
const readFreeValue = namingPlaceholder(canonicalizeFreeValue)

/** Reads the placeholders of a request: checks the names and makes the values canonical. */
export function readPlaceholders({ names, values }: ExpressionParameters): Placeholders {
  return new Placeholders({ names, values, canonicalize: readValue })
}

/**
 * Reads the placeholders of a request that AWS's older layer validates: a value may be one level deeper than in an
 * item.
 */
export function readOlderPlaceholders({ names, values }: ExpressionParameters): Placeholders {
  return new Placeholders({ names, values, canonicalize: readFreeValue })
}

/** Names the placeholder in what the older layer says about its value. */
function namingPlaceholder(canonicalize: (value: unknown) => AttributeValue) {
  return (value: unknown, placeholder: string): AttributeValue => {
    try {
      return canonicalize(value)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const older = error.messageIn('classic')
      throw new ValidationError(
        error.messageIn('current'),
        `ExpressionAttributeValues contains invalid value: ${older} for key ${placeholder}`,
      )
    }
  }
}

function definedNames(parameters: { readonly [name: string]: unknown }): string[] {
  return Object.keys(parameters).filter((name) => parameters[name] !== undefined)
}
