import { expect, it } from 'vitest'
import { describePostgres } from './place/describe-postgres.ts'
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

it('an address may say how many connections there are, how long a statement takes, and what is there', () => {
  const address =
    'postgres://h/db?readers=2&writers=3&sslmode=verify-full&statement_timeout=9000&dialect=citus'
  expect(postgresOptions(address)).toEqual({
    url: 'postgres://h/db?sslmode=verify-full',
    readers: 2,
    writers: 3,
    statementMs: 9_000,
    dialect: 'citus',
  })
})

it('what is not understood goes to PostgreSQL as it is written', () => {
  const url = 'postgres:///app?host=%2Fvar%2Frun%2Fpostgresql&options=-c%20geqo%3Doff&__proto__=1'
  expect(postgresOptions(url)).toEqual({ url })
})

it('where a database is can be told without its password', () => {
  expect(describePostgres('postgres://user:p%40ss@host:5433/app?sslmode=require')).toBe(
    'PostgreSQL at host:5433/app',
  )
  expect(describePostgres('postgres://user:pass@word@a:1,b:2/app')).toBe('PostgreSQL at a:1,b:2/app')
  expect(describePostgres('postgres:///app')).toBe('PostgreSQL at /app')
  expect(describePostgres('postgres://u@h/app?schema=shop&sslmode=require')).toBe(
    'PostgreSQL at h/app, schema shop',
  )
})
