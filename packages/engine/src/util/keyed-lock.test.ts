import { expect, test } from 'vitest'
import { KeyedLock } from './keyed-lock.ts'

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('tasks of one key run one after the other, those of another key concurrently', async () => {
  const lock = new KeyedLock()
  const events: string[] = []
  const { open, opened } = gate()
  const first = lock.run('a', async () => {
    events.push('first begins')
    await opened
    events.push('first ends')
  })
  const second = lock.run('a', async () => events.push('second'))
  await lock.run('b', async () => events.push('other key'))
  open()
  await Promise.all([first, second])
  expect(events).toEqual(['first begins', 'other key', 'first ends', 'second'])
})

test('a failing task does not affect others', async () => {
  const lock = new KeyedLock()
  const failing = lock.run('a', async () => {
    throw new Error('no')
  })
  const next = lock.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
