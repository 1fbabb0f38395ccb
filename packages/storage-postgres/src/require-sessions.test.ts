import { describe, expect, it } from 'vitest'
import { requireSessions, type Session } from './require-sessions.ts'
import type { Row } from './sql.ts'

/** Connections through a pool that announces process IDs of its own. */
class Pool {
  opened = 0
  ended = 0
  readonly #mode: 'none' | 'session' | 'transaction'
  readonly #idle: number[] = []
  #processes = 100

  constructor(mode: 'none' | 'session' | 'transaction') {
    this.#mode = mode
  }

  readonly connect = async (): Promise<Session> => {
    this.opened += 1
    const own = this.#mode === 'transaction' ? undefined : this.#borrow()
    let held: number | undefined
    return {
      processId: this.#mode === 'none' ? (own as number) : 7,
      run: async (): Promise<readonly Row[]> => {
        const process = own ?? held ?? this.#borrow()
        if (own === undefined && held === undefined) this.#idle.push(process)
        return [[String(process)]]
      },
      command: async (text) => {
        if (own !== undefined) return text
        if (text === 'BEGIN') held = this.#borrow()
        else {
          this.#idle.push(held as number)
          held = undefined
        }
        return text
      },
      end: async () => {
        this.ended += 1
      },
    }
  }

  #borrow(): number {
    this.#processes += 1
    return this.#idle.pop() ?? this.#processes
  }
}

describe('a pool between a store and its database', () => {
  it('is not checked further if the database itself answers', async () => {
    const pool = new Pool('none')
    await requireSessions(pool.connect)
    expect(pool).toMatchObject({ opened: 1, ended: 1 })
  })

  it('may lend whole sessions', async () => {
    const pool = new Pool('session')
    await requireSessions(pool.connect)
    expect(pool).toMatchObject({ opened: 2, ended: 2 })
  })

  it('is refused if it lends for single transactions', async () => {
    const pool = new Pool('transaction')
    await expect(requireSessions(pool.connect)).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('pool_mode = session'),
    })
    expect(pool).toMatchObject({ opened: 2, ended: 2 })
  })

  it('is refused if it lends for single statements', async () => {
    const pool = new Pool('transaction')
    // What PgBouncer answers.
    const text = 'transaction blocks not allowed in statement pooling mode'
    const connect = async (): Promise<Session> => ({
      ...(await pool.connect()),
      command: () => Promise.reject(Object.assign(new Error(text), { code: '08P01' })),
    })
    await expect(requireSessions(connect)).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('pool_mode = session'),
    })
    expect(pool).toMatchObject({ opened: 2, ended: 2 })
  })

  it('is refused even if it has a single connection, which it gets back only when the database ends a transaction', async () => {
    const session: Session = {
      processId: 7,
      run: async () => [['100']],
      command: async (text) => {
        if (text === 'ROLLBACK') throw new Error('the connection was ended')
        return text
      },
      end: async () => {},
    }
    await expect(requireSessions(async () => session)).rejects.toMatchObject({ code: 'IO' })
  })
})
