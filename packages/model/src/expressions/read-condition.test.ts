import { expect, it } from 'vitest'
import { noForms } from '../codec/stored-form.ts'
import { Placeholders } from './placeholders.ts'
import { readCondition } from './read-condition.ts'
import { renderCondition } from './render-condition.ts'

function rendered(values: object): string | undefined {
  const condition = readCondition(values)
  return condition && renderCondition(condition, new Placeholders(noForms))
}

it('attributes have the given values', () => {
  expect(rendered({ owner: 'ada', count: 1 })).toBe('#owner = :v0 AND #count = :v1')
  expect(rendered({})).toBeUndefined()
})

it('undefined excludes items that have the attribute', () => {
  expect(rendered({ owner: undefined })).toBe('attribute_not_exists(#owner)')
})
