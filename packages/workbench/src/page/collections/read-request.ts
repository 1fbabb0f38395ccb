import type { AttributeMap } from '@monotable/protocol'
import type { KeyAttributeModel, KeyModel, TableModel } from '../../shared/api.ts'
import { keyValueOf, PART_SEPARATOR } from '../keys/key-value.ts'
import { parsePartition } from '../keys/partition-filter.ts'

/** The part of a table that a user wants to see. */
export interface CollectionFilter {
  readonly index?: string | undefined
  /** The partitions, as `parsePartition` reads them. */
  readonly pk?: string | undefined
  /** The prefix of the sort key; for a number, the whole number. */
  readonly sk?: string | undefined
}

export interface ReadRequest {
  readonly operation: 'Query' | 'Scan'
  readonly input: { readonly [member: string]: unknown }
}

/** Builds the request: a Query if the partition is known, else a Scan. */
export function readRequest(model: TableModel, filter: CollectionFilter): ReadRequest {
  const key = keyModelOf(model, filter.index)
  const where = filter.index === undefined ? {} : { IndexName: filter.index }
  const base = { TableName: model.table, ...where }
  const { pk, sk } = filter
  if (pk === undefined || pk === '') return { operation: 'Scan', input: base }
  const terms = new Terms()
  const [first] = key.pk
  const { text, isPrefix } = parsePartition(pk, key)
  if (first !== undefined && isPrefix) {
    terms.begins(first, text)
    return { operation: 'Scan', input: { ...base, ...terms.as('FilterExpression') } }
  }
  const parts = key.pk.length === 1 ? [text] : text.split(PART_SEPARATOR)
  key.pk.forEach((attribute, place) => {
    terms.equals(attribute, parts[place] ?? '')
  })
  const sort = key.sk[0]
  if (sk !== undefined && sk !== '' && sort !== undefined) {
    if (hasBeginning(sort)) terms.begins(sort, sk)
    else terms.equals(sort, sk)
  }
  return { operation: 'Query', input: { ...base, ...terms.as('KeyConditionExpression') } }
}

/** Whether a sort key can be selected by prefix; a number cannot. */
export function hasBeginning({ type }: KeyAttributeModel): boolean {
  return type !== 'N'
}

/** Returns the key of the table or of one of its indexes. */
export function keyModelOf(model: TableModel, index: string | undefined): KeyModel {
  return model.indexes.find(({ name }) => name === index) ?? model.key
}

class Terms {
  readonly #clauses: string[] = []
  readonly #names: { [placeholder: string]: string } = {}
  readonly #values: AttributeMap = {}

  equals(attribute: KeyAttributeModel, text: string): void {
    const place = this.#add(attribute, text)
    this.#clauses.push(`#k${place} = :k${place}`)
  }

  begins(attribute: KeyAttributeModel, text: string): void {
    const place = this.#add(attribute, text)
    this.#clauses.push(`begins_with(#k${place}, :k${place})`)
  }

  as(member: 'KeyConditionExpression' | 'FilterExpression'): object {
    return {
      [member]: this.#clauses.join(' AND '),
      ExpressionAttributeNames: this.#names,
      ExpressionAttributeValues: this.#values,
    }
  }

  #add(attribute: KeyAttributeModel, text: string): number {
    const place = this.#clauses.length
    this.#names[`#k${place}`] = attribute.name
    this.#values[`:k${place}`] = keyValueOf(text, attribute)
    return place
  }
}
