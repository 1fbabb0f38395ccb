import { type Connection, RefusedError, sendParsed } from './connection.ts'

/** Creates a table unless one of that name exists; returns whether it did. */
export async function createTable(connection: Connection, input: object): Promise<boolean> {
  try {
    await sendParsed(connection, 'CreateTable', input)
    return true
  } catch (error) {
    if (error instanceof RefusedError && error.name === 'ResourceInUseException') return false
    throw error
  }
}
