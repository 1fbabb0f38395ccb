import { expect, it } from 'vitest'
import { describePostgres } from './place/describe-postgres.ts'
import { postgresOptions } from './postgres-options.ts'

it('an address may name the schema, and is otherwise passed to PostgreSQL unchanged', () => {
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

it('an address may set the numbers of connections, the statement timeout and the dialect', () => {
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

it('unknown parameters are passed to PostgreSQL as they are written', () => {
  const url = 'postgres:///app?host=%2Fvar%2Frun%2Fpostgresql&options=-c%20geqo%3Doff&__proto__=1'
  expect(postgresOptions(url)).toEqual({ url })
})

it('a database can be described without its password', () => {
  expect(describePostgres('postgres://user:p%40ss@host:5433/app?sslmode=require')).toBe(
    'PostgreSQL at host:5433/app',
  )
  expect(describePostgres('postgres://user:pass@word@a:1,b:2/app')).toBe('PostgreSQL at a:1,b:2/app')
  expect(describePostgres('postgres://h/app?user=me@tenant')).toBe('PostgreSQL at h/app')
  expect(describePostgres('postgres:///app')).toBe('PostgreSQL at /app')
  expect(describePostgres('postgres://u@h/app?schema=shop&sslmode=require')).toBe(
    'PostgreSQL at h/app, schema shop',
  )
})

it.each([
  'postgres://user:pa?ss@host:5433/app',
  'postgres://user:pa#ss@host:5433/app',
  'postgres://user:12?ss@host:5433/app?schema=shop',
])('no part of a password that is not encoded is told: %s', (address) => {
  const told = describePostgres(address)
  expect(told).toContain('%3F or %23')
  expect(told).not.toMatch(/user|:pa|12/)
})
