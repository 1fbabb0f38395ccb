import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolders } from '@monotable/storage-files'

/** Writes a file so that its name stands for all of it or for what was there before, also after a crash. */
export async function writeFileWhole(file: string, content: Uint8Array | string): Promise<void> {
  makeFolders(dirname(file))
  const unfinished = `${file}.unfinished`
  try {
    const handle = await open(unfinished, 'w')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
