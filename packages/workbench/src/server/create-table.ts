import { type Connection, RefusedError, sendParsed } from './connection.ts'

/** Makes a table unless there is one of its name; says whether it did. */
export async function createTable(connection: Connection, input: object): Promise<boolean> {
  try {
    await sendParsed(connection, 'CreateTable', input)
    return true
  } catch (error) {
    if (error instanceof RefusedError && error.name === 'ResourceInUseException') return false
    throw error
  }
}
