import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint, DeadLetter, TriggerStore } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { lockFile, makeFolders, type StoreLock } from '@monotable/storage-files'
import { parseJson } from '../transfer/parse-json.ts'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** Keeps the state of a trigger in files. */
export interface FileTriggerStore extends TriggerStore {
  readonly file: string
  /**
   * Locks the state for this process alone: two running at once would handle everything twice, each resuming from its
   * own checkpoint.
   */
  lock(): Promise<StoreLock>
}

/**
 * Keeps the checkpoint of a trigger in a file, and each of its dead letters in a file of its own. The running trigger
 * holds the lock:
 *
 *     Orders%3Ahandler.json
 *     Orders%3Ahandler.lock
 *     Orders%3Ahandler/000001767225600000-000000001-4be1f6a2.json
 */
export function createFileTriggerStore(folder: string, name: string): FileTriggerStore {
  const base = join(folder, encodeURIComponent(name))
  const file = `${base}.json`
  const letterFile = (id: string) => join(base, `${id}.json`)
  const letterNames = async () => (await readNames(base)).filter((entry) => entry.endsWith('.json')).sort()
  return {
    file,
    lock: async () => {
      makeFolders(folder)
      // A permission error is then reported like that of any other file.
      await appendFile(`${base}.lock`, '')
      const lock = await lockFile(`${base}.lock`)
      if (lock !== undefined) return lock
      throw new ConfigurationError(
        `The trigger ${name} is already running, with its checkpoint in ${file}. Stop that one, or use another --name or ` +
          '--state.',
      )
    },
    load: () => readJson<Checkpoint>(file, 'Remove it to start over.'),
    save: (checkpoint) => writeJson(file, checkpoint),
    deadLetters: async () => {
      const letters: DeadLetter[] = []
      for (const entry of await letterNames()) {
        const letter = await readJson<DeadLetter>(
          join(base, entry),
          'Remove it to continue without its records.',
        )
        if (letter !== undefined) letters.push(letter)
      }
      return letters
    },
    saveDeadLetter: (letter) => writeJson(letterFile(letter.id), letter),
    removeDeadLetter: (id) => rm(letterFile(id), { force: true }),
    forget: async () => {
      await rm(base, { recursive: true, force: true })
      await rm(file, { force: true })
    },
  }
}

function writeJson(file: string, content: object): Promise<void> {
  return writeFileWhole(file, `${JSON.stringify(content)}\n`)
}

async function readJson<Content>(file: string, advice: string): Promise<Content | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    return parseJson(text, file, advice) as Content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
