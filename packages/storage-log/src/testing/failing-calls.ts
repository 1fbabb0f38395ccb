import type { open } from 'node:fs/promises'

/** A system call, and the file it is about as far as the call says so. */
export interface SystemCall {
  readonly name: string
  readonly path: string | undefined
}

/**
 * Runs before each system call: throws what the system should answer. If it returns a promise, asynchronous calls wait
 * for it.
 */
export type OnCall = (call: SystemCall) => void | Promise<void>

/**
 * The system calls of a process on files, which a test can make fail. After a sync slower than usual, syncs run on
 * another thread for a hundred times as long.
 */
export const systemCalls: { onCall: OnCall; syncMs: number } = { onCall: () => {}, syncMs: 0 }

/** Creates an error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code })
}

const named = ['openSync', 'readdirSync', 'renameSync', 'rmSync', 'statSync', 'accessSync']
const byHandle = [
  'writeSync',
  'readSync',
  'fsyncSync',
  'fdatasyncSync',
  'ftruncateSync',
  'fstatSync',
  'closeSync',
]

type Functions = Record<string, (...words: unknown[]) => unknown>

/** Wraps the functions of `node:fs` so that they call `onCall` first. */
export function withFailingCalls<Module extends object>(module: Module): Module {
  const real = module as unknown as Functions
  const mocked: Functions = { ...real }
  for (const name of [...named, ...byHandle]) {
    mocked[name] = (...words) => {
      const path = typeof words[0] === 'string' ? words[0] : undefined
      void systemCalls.onCall({ name: name.replace(/Sync$/, ''), path })
      if (name === 'fdatasyncSync') passTime(systemCalls.syncMs)
      return real[name]?.(...words)
    }
  }
  mocked['fdatasync'] = (handle, done) => {
    const answer = done as (error: unknown) => void
    Promise.resolve()
      .then(() => systemCalls.onCall({ name: 'fdatasync', path: undefined }))
      .then(() => real['fdatasync']?.(handle, answer), answer)
  }
  return mocked as unknown as Module
}

/** Wraps the functions of `node:fs/promises` so that they call `onCall` first. */
export function withFailingPromises<Module extends object>(module: Module): Module {
  const real = module as unknown as Functions
  const mocked: Functions = { ...real }
  for (const name of ['open', 'rename', 'rm']) {
    mocked[name] = async (...words) => {
      await systemCalls.onCall({ name, path: String(words[0]) })
      const result = await real[name]?.(...words)
      return name === 'open' ? withFailingHandle(result as Handle, String(words[0])) : result
    }
  }
  return mocked as unknown as Module
}

type Handle = Awaited<ReturnType<typeof open>>

function withFailingHandle(handle: Handle, path: string): Pick<Handle, 'writeFile' | 'sync' | 'close'> {
  const after = async <Result>(name: string, work: () => Promise<Result>) => {
    await systemCalls.onCall({ name, path })
    return work()
  }
  return {
    writeFile: (data) => after('write', () => handle.writeFile(data)),
    sync: () => after('fsync', () => handle.sync()),
    close: () => after('close', () => handle.close()),
  }
}

function passTime(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
