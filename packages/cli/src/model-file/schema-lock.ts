import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AnyModel } from '@monotable/model'
import type { Finding } from '@monotable/model/check'
import { compareLock, type SchemaDrift, type SchemaLock, schemaLock } from '@monotable/model/outputs'
import { ConfigurationError } from '@monotable/server'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** Returns the path of the lock that belongs to a model file: in the same folder. */
function lockFileOf(modelFile: string): string {
  return join(dirname(modelFile), 'schema.lock.json')
}

/** Writes the lock: everything about the model that stored items depend on today. */
export async function writeLock(modelFile: string, model: AnyModel): Promise<string> {
  const file = lockFileOf(modelFile)
  await writeFileWhole(file, `${JSON.stringify(schemaLock(model), null, 2)}\n`)
  return file
}

/** Returns the differences from the lock as findings; none if there is no lock. */
export function findDrift(modelFile: string, model: AnyModel): Finding[] {
  const file = lockFileOf(modelFile)
  if (!existsSync(file)) return []
  return compareLock(readLock(file), model).map(describeDrift)
}

function readLock(file: string): SchemaLock {
  const advice = 'Write it again with: monotable check <file> --lock'
  let lock: unknown
  try {
    lock = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new ConfigurationError(`${file} cannot be read: ${(cause as Error).message}. ${advice}`, { cause })
  }
  const { format, tables, entities } = (lock ?? {}) as Partial<SchemaLock>
  const isKnown = format === 1 || format === 2 || format === 3
  if (isKnown && typeof tables === 'object' && typeof entities === 'object') return lock as SchemaLock
  throw new ConfigurationError(`${file} is not a lock that this version can read. ${advice}`)
}

function describeDrift({ subject, fact, before, after }: SchemaDrift): Finding {
  const [table = '', entity] = subject.split('/')
  const what = fact === undefined ? 'it' : fact
  const message =
    before === undefined
      ? `Since the lock was written, ${what} was added${after === undefined || fact === undefined ? '' : `: ${after}`}.`
      : after === undefined
        ? `Since the lock was written, ${what} was removed${fact === undefined ? '' : ` (it was ${before})`}.`
        : `Since the lock was written, ${what} changed to ${after}; it was ${before}.`
  return {
    code: 'schema-drift',
    severity: 'error',
    table,
    ...(entity !== undefined && { entity }),
    message,
    advice: adviceFor(fact ?? '', entity),
  }
}

/** Advises on a change: whatever is added to a declaration has to be filled in for items that are already stored. */
function adviceFor(fact: string, entity: string | undefined): string {
  const meant = 'accept the change with "monotable check <file> --lock", and commit schema.lock.json.'
  if (/^(?:unique|belongs to) /.test(fact)) {
    return `Run "monotable recount plan" to see what stored items lack; then ${meant}`
  }
  if (/^name of /.test(fact)) {
    return `Stored items have it under its old name: raise the version of the entity (evolution), with an "up" that gives it its name in the schema, and run "monotable migrate plan"; then ${meant}`
  }
  return `If stored items need it, ${entity === undefined ? 'change the table' : 'raise the version of the entity (evolution)'} and run "monotable migrate plan"; then ${meant}`
}
