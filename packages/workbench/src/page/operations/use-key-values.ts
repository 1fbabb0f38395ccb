import { type AttributeMap, getOwn } from '@monotable/protocol'
import { useEffect, useState } from 'preact/hooks'
import type { TableModel } from '../../shared/api.ts'
import { api } from '../api-client.ts'
import { keyValueText } from '../keys/key-value.ts'
import { keyOfIndex } from './read-draft.ts'

/** Some values of key attributes in the data, by attribute. */
export type KeyValues = ReadonlyMap<string, readonly string[]>

const SAMPLED = 100
const OFFERED = 30

/** Reads the first items of a table or index, so that values can be chosen instead of typed. */
export function useKeyValues(connection: string, model: TableModel, index: string | undefined): KeyValues {
  const [values, setValues] = useState<KeyValues>(new Map())
  useEffect(() => {
    let isGone = false
    const where = index === undefined ? {} : { IndexName: index }
    api.sendQuietly(connection, 'Scan', { TableName: model.table, ...where, Limit: SAMPLED }).then(
      ({ output }) => {
        if (!isGone) setValues(valuesIn((output?.['Items'] ?? []) as readonly AttributeMap[], model, index))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [connection, model.table, index])
  return values
}

function valuesIn(items: readonly AttributeMap[], model: TableModel, index: string | undefined): KeyValues {
  const { pk, sk } = keyOfIndex(model, index)
  return new Map(
    [...pk, ...sk].map(({ name }) => {
      const texts = items.flatMap((item) => keyValueText(getOwn(item, name)) ?? [])
      return [name, [...new Set(texts)].slice(0, OFFERED)]
    }),
  )
}
