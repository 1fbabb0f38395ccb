import { expect, it } from 'vitest'
import { describePostgres } from './describe-postgres.ts'
import { postgresOptions } from './postgres-options.ts'

it('an address may name the schema, and else goes to PostgreSQL as it is', () => {
  expect(postgresOptions('postgres://u:p@h/db')).toEqual({ url: 'postgres://u:p@h/db' })
  expect(postgresOptions('postgres://h/db?sslmode=require')).toEqual({
    url: 'postgres://h/db?sslmode=require',
  })
  expect(postgresOptions('postgres://a,b/db?schema=shop&sslmode=require')).toEqual({
    url: 'postgres://a,b/db?sslmode=require',
    schema: 'shop',
  })
  expect(postgresOptions('postgres://h/db?schema=shop')).toEqual({ url: 'postgres://h/db', schema: 'shop' })
})

it('where a database is can be told without its password', () => {
  expect(describePostgres('postgres://user:p%40ss@host:5433/app?sslmode=require')).toBe(
    'PostgreSQL at host:5433/app',
  )
  expect(describePostgres('postgres://user:pass@word@a:1,b:2/app')).toBe('PostgreSQL at a:1,b:2/app')
  expect(describePostgres('postgres:///app')).toBe('PostgreSQL at /app')
})
