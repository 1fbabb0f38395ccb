import type { AttributeValue } from '@monotable/protocol'
import { attributeTypeOf, type ServiceError, validationError, valueSizeBytes } from '@monotable/protocol'
import { resolveConditionText } from '../expressions/compile-condition.ts'
import type { Test } from '../expressions/evaluate-condition.ts'
import { invalidExpression } from '../expressions/expression-parameter.ts'
import type { Operand } from '../expressions/operand.ts'
import type { Placeholders } from '../expressions/placeholders.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import type { SearchAttribute } from '../tables/table-definition.ts'
import { filterText } from './filter-text.ts'

const PARAMETER = 'SearchConditionExpression'

/** An equality in a search condition. */
export interface SearchEquality {
  readonly name: string
  readonly value: AttributeValue
}

/** What a search is narrowed to. */
export interface SearchScope {
  /** The value of the attribute that partitions the index, if there is one. */
  readonly hash: AttributeValue | undefined
  /** For each filter attribute of the index, the text that entries must have, if any. */
  readonly filters: readonly (string | undefined)[]
}

/** Reads a SearchConditionExpression: equalities of attributes and values, joined by AND. */
export function readSearchCondition(source: string, placeholders: Placeholders): readonly SearchEquality[] {
  return equalitiesOf(resolveConditionText({ parameter: PARAMETER, source, placeholders }).test)
}

/** Returns the scope to which equalities narrow a search of an index, checked in DynamoDB's order. */
export function readSearchScope(
  index: TableVectorIndex,
  equalities: readonly SearchEquality[] | undefined,
): SearchScope {
  const { hash, filters, searchSchema } = index
  if (equalities === undefined) {
    if (hash !== undefined) throw missingHash('must be provided when SearchSchema has a HASH key')
    return { hash: undefined, filters: [] }
  }
  const byName = requireSimple(searchSchema, equalities)
  if (hash !== undefined && !byName.has(hash.name)) {
    throw missingHash('must have all HASH attributes in configured SearchSchema')
  }
  for (const attribute of searchSchema) checkValue(attribute, byName.get(attribute.name))
  return {
    hash: hash && byName.get(hash.name),
    filters: filters.map(({ name }) => filterText(byName.get(name))),
  }
}

function equalitiesOf(test: Test): readonly SearchEquality[] {
  if (test.kind === 'AND') return test.tests.flatMap(equalitiesOf)
  if (test.kind !== 'compare' || test.comparator !== '=') throw invalidComparator()
  const { left, right } = test
  const equality = equalityOf(left, right) ?? equalityOf(right, left)
  if (equality === undefined) throw invalidComparator()
  return [equality]
}

function equalityOf(one: Operand, other: Operand): SearchEquality | undefined {
  if (one.kind !== 'path' || other.kind !== 'value') return undefined
  if (one.path.length > 1) {
    throw invalidExpression(PARAMETER, `${PARAMETER} cannot have conditions on nested attributes`)
  }
  return { name: String(one.path[0]), value: other.value }
}

function requireSimple(
  schema: readonly SearchAttribute[],
  equalities: readonly SearchEquality[],
): ReadonlyMap<string, AttributeValue> {
  const unknownEquality = equalities.find(({ name }) => schema.every((attribute) => attribute.name !== name))
  if (unknownEquality !== undefined) {
    throw validationError(
      // The grammar is DynamoDB's.
      `${PARAMETER} must not contain any attributes that is not in SearchSchema. Invalid attribute: ${unknownEquality.name}`,
    )
  }
  const byName = new Map(equalities.map(({ name, value }) => [name, value]))
  if (byName.size < equalities.length) {
    throw invalidExpression(PARAMETER, `${PARAMETER} must only contain one condition per attribute`)
  }
  return byName
}

function checkValue({ name, type, role }: SearchAttribute, value: AttributeValue | undefined): void {
  if (value === undefined) return
  const actual = attributeTypeOf(value)
  if (actual !== type) {
    throw validationError(
      `Type of '${name}' attribute in ${PARAMETER} (${actual}) does not match type in search schema (${type})`,
    )
  }
  if (role === 'hash' && valueSizeBytes(value) === 0) {
    throw validationError(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an ' +
        `empty ${type === 'B' ? 'binary' : 'string'} value. Key: ${name}`,
    )
  }
}

function invalidComparator(): ServiceError {
  return invalidExpression(PARAMETER, `Invalid comparator used in ${PARAMETER}`)
}

function missingHash(problem: string): ServiceError {
  return validationError(`${PARAMETER} ${problem}`)
}
