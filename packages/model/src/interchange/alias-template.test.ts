import { describe, expect, it } from 'vitest'
import { type AliasContext, aliasTemplate, templateAlias } from './alias-template.ts'

const context: AliasContext = {
  attribute: 'SK',
  sorted: true,
  known: new Set(['SKU', 'size']),
  numbers: new Set(['size']),
  keys: [],
}

describe('aliasTemplate', () => {
  it.each([
    ['GROUP#name', 'GROUP#{name}'],
    ['#METADATA#playerID', '#METADATA#{playerID}'],
    ['ORDER#SKU', 'ORDER#{SKU}'],
    ['USER#<userId>', 'USER#{userId}'],
    ['USER#{userId:lower}', 'USER#{userId:lower}'],
    ['SHOE#size', 'SHOE#{size:raw}'],
    ['PROFILE#', 'PROFILE#'],
  ])('%s is %s', (alias, template) => {
    expect(aliasTemplate(alias, context)).toBe(template)
  })

  it.each(['SK', '', 'CONSTANT', 'a}b#c', '{'])('"%s" is not a template', (alias) => {
    expect(aliasTemplate(alias, context)).toBeUndefined()
  })

  it('takes as literal text what all items contain', () => {
    expect(aliasTemplate('user#id', { ...context, keys: ['user#1', 'user#2'] })).toBe('user#{id}')
  })
})

describe('templateAlias', () => {
  it.each([
    ['GROUP#{name}', 'GROUP#name'],
    ['SHOE#{size:raw}', 'SHOE#size'],
    ['user#{id}', 'user#{id}'],
    ['LINE#{line:pad3}', 'LINE#{line:pad3}'],
  ])('writes %s as %s, which is read back', (template, alias) => {
    expect(templateAlias(template, context)).toBe(alias)
    expect(alias.includes('user#') || aliasTemplate(alias, context) === template).toBe(true)
  })
})
