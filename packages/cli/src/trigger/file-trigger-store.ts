import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint, DeadLetter, TriggerStore } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { lockFile, makeFolders, type StoreLock } from '@monotable/storage-files'
import { parseJson } from '../transfer/parse-json.ts'
import { writeFileWhole } from '../transfer/write-file-whole.ts'

/** Where a trigger keeps what it has to know, in files. */
export interface FileTriggerStore extends TriggerStore {
  readonly file: string
  /** Takes it for this process alone: two that run at once would handle everything twice, each going back to its own place. */
  lock(): Promise<StoreLock>
}

/**
 * Keeps how far a trigger has come in a file, and each of its dead letters in one beside it. Who runs it has the lock:
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
      // What keeps this user from writing there is told as it is told of any file.
      await appendFile(`${base}.lock`, '')
      const lock = await lockFile(`${base}.lock`)
      if (lock !== undefined) return lock
      throw new ConfigurationError(
        `The trigger ${name} is running already, and how far it has come is in ${file}. Stop that one, or give this one ` +
          'another --name or --state.',
      )
    },
    load: () => readJson<Checkpoint>(file, 'Remove it to begin anew.'),
    save: (checkpoint) => writeJson(file, checkpoint),
    deadLetters: async () => {
      const letters: DeadLetter[] = []
      for (const entry of await letterNames()) {
        const letter = await readJson<DeadLetter>(
          join(base, entry),
          'Remove it to go on without its records.',
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
