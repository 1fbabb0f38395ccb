import { StorageError } from '@monotable/engine'
import type { Session } from './require-sessions.ts'
import type { Statement } from './sql.ts'

/** With one standby that gets every other read, one in a million openings would miss it. */
const trials = 20

/*
 * To whatever divides reads among servers, this is one of them. SHOW need not be, and neither is a function that may
 * change something, such as pg_is_in_recovery.
 */
const askForKind: Statement = { text: "SELECT current_setting('transaction_read_only')", values: [] }

/**
 * Refuses a pool in front of the database that sends some reads of a connection to a standby: it may not have what was
 * written just before.
 */
export async function requirePrimary(connect: () => Promise<Session>): Promise<void> {
  const session = await connect()
  try {
    const answers = await Promise.all(Array.from({ length: trials }, () => session.run(askForKind)))
    const kinds = new Set(answers.map(([row]) => row?.[0]))
    if (kinds.size > 1) throw new StorageError('IO', refusal)
  } finally {
    await session.end()
  }
}

const refusal =
  'The pooler in front of the database sends reads to standbys, which may be behind. Let it send everything to the ' +
  'primary (in Pgpool-II: load_balance_mode = off), or use the address of the database itself.'
