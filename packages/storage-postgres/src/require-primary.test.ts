import { describe, expect, it } from 'vitest'
import { requirePrimary } from './require-primary.ts'

/** Opens connections whose reads are answered in turn by servers that are read-only or not. */
function connectTo(...readOnly: readonly ('on' | 'off')[]) {
  let reads = 0
  return async () => ({
    processId: 7,
    run: async () => [[readOnly[reads++ % readOnly.length] as string]],
    command: async (text: string) => text,
    end: async () => {},
  })
}

describe('what is between a store and its database', () => {
  it('may send all reads to one server', async () => {
    await requirePrimary(connectTo('off'))
  })

  it.each([[['off', 'on'] as const], [['off', 'off', 'off', 'on'] as const]])(
    'is refused if it sends reads to standbys as well: %s',
    async (servers) => {
      await expect(requirePrimary(connectTo(...servers))).rejects.toMatchObject({
        code: 'IO',
        message: expect.stringContaining('load_balance_mode = off'),
      })
    },
  )
})
