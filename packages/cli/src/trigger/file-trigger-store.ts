import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint, DeadLetter, TriggerStore } from '@monotable/engine'
import { makeFolders } from '@monotable/storage-sqlite'

/**
 * Keeps how far a trigger has come in a file, and each of its dead letters in one beside it:
 *
 *     Orders%3Ahandler.json
 *     Orders%3Ahandler/000001767225600000-000000001-4be1f6a2.json
 */
export function createFileTriggerStore(
  folder: string,
  name: string,
): TriggerStore & { readonly file: string } {
  const base = join(folder, encodeURIComponent(name))
  const file = `${base}.json`
  const letterFile = (id: string) => join(base, `${id}.json`)
  const letterNames = async () => (await readNames(base)).filter((entry) => entry.endsWith('.json')).sort()
  return {
    file,
    load: () => readJson<Checkpoint>(file),
    save: async (checkpoint) => {
      makeFolders(folder)
      await replaceFile(file, checkpoint)
    },
    deadLetters: async () => {
      const letters: DeadLetter[] = []
      for (const entry of await letterNames()) {
        const letter = await readJson<DeadLetter>(join(base, entry))
        if (letter !== undefined) letters.push(letter)
      }
      return letters
    },
    saveDeadLetter: async (letter) => {
      makeFolders(base)
      await replaceFile(letterFile(letter.id), letter)
    },
    removeDeadLetter: (id) => rm(letterFile(id), { force: true }),
    forget: async () => {
      await rm(base, { recursive: true, force: true })
      await rm(file, { force: true })
    },
  }
}

/** A file is either as it was or as it is now, whenever the process ends. */
async function replaceFile(file: string, content: object): Promise<void> {
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(content)}\n`)
  await rename(draft, file)
}

async function readJson<Content>(file: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content
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
