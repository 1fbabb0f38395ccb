import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolders } from '@monotable/storage-files'

/** Replaces a file atomically: its name refers to either the old or the complete new contents, even after a crash. */
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
