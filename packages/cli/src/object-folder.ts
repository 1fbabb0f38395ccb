import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import type { FolderObject, ObjectFolder } from '@monotable/engine'
import { makeFolders } from '@monotable/storage-files'

/** The prefix of files that have not been renamed to their final names yet; they are never listed. */
const unfinishedPrefix = '.unfinished-'

/** The maximum depth of a key; deeper folders are ignored. */
const maxDepth = 64

/** A name that leads out of the folder, or could. */
class UnsafePath extends Error {
  override readonly name = 'UnsafePath'
}

/**
 * Stores buckets as folders below one folder, and objects as files in them. No name leads outside: `..`, empty and
 * absolute parts are refused, and symbolic links are not followed.
 */
export function createObjectFolder(root: string): ObjectFolder {
  return {
    list: (bucket, prefix) => listObjects(root, bucket, prefix),
    read: (bucket, key) => readObject(root, bucket, key),
    write: (bucket, key, content) => writeObject(root, [bucket, ...key.split('/')], content),
  }
}

async function listObjects(
  root: string,
  bucket: string,
  prefix: string,
): Promise<readonly FolderObject[] | undefined> {
  const folder = await placeOf(root, [bucket])
  if ((await kindOf(folder)) !== 'folder') return undefined
  const objects: FolderObject[] = []
  await collect(folder, '', { prefix, objects })
  return objects.sort((a, b) => (a.key < b.key ? -1 : 1))
}

interface Listing {
  readonly prefix: string
  readonly objects: FolderObject[]
}

/**
 * Finds the objects whose keys begin with a prefix. Opens only the folders that can contain such keys: others may be
 * large, or not readable for this user.
 */
async function collect(folder: string, path: string, listing: Listing, depth = 0): Promise<void> {
  if (depth > maxDepth) return
  const { prefix, objects } = listing
  const entries = await unlessGone(readdir(join(folder, path), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const key = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) {
      const isOnTheWay = prefix.startsWith(`${key}/`) || `${key}/`.startsWith(prefix)
      if (isOnTheWay) await collect(folder, key, listing, depth + 1)
    } else if (entry.isFile() && key.startsWith(prefix) && !entry.name.startsWith(unfinishedPrefix)) {
      const found = await unlessGone(lstat(join(folder, key)))
      if (found) objects.push({ key, sizeBytes: found.size })
    }
  }
}

/** Returns what was found, or `undefined` if there is no such file: another process may remove it at any time. */
async function unlessGone<Found>(looking: Promise<Found>): Promise<Found | undefined> {
  try {
    return await looking
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function* readObject(root: string, bucket: string, key: string): AsyncIterable<Uint8Array> {
  const file = await placeOf(root, [bucket, ...key.split('/')])
  for await (const chunk of createReadStream(file)) yield chunk as Uint8Array
}

async function writeObject(root: string, parts: readonly string[], content: Uint8Array): Promise<void> {
  const file = await placeOf(root, parts)
  const folder = dirname(file)
  makeFolders(folder)
  const unfinished = join(folder, `${unfinishedPrefix}${randomBytes(8).toString('hex')}`)
  try {
    await writeDurably(unfinished, content)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Writes and syncs a file, so that it is never renamed to its final name before its bytes are on disk. */
async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the file that names lead to; refuses symbolic links among the folders on the way. */
async function placeOf(root: string, parts: readonly string[]): Promise<string> {
  let place = root
  for (const part of parts) {
    if (!isSafe(part)) throw new UnsafePath(`"${parts.join('/')}" cannot be the name of an exported file`)
    place = join(place, part)
    if ((await kindOf(place)) === 'link') throw new UnsafePath(`"${part}" is a symbolic link`)
  }
  return place
}

function isSafe(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return false
  // Keys contain times, with colons; only Windows takes what precedes a colon for a drive.
  if (platform() === 'win32' && part.includes(':')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a name
  return !/[\\/\u0000-\u001f]/.test(part)
}

async function kindOf(place: string): Promise<'folder' | 'file' | 'link' | undefined> {
  const found = await unlessGone(lstat(place))
  if (found === undefined) return undefined
  if (found.isSymbolicLink()) return 'link'
  return found.isDirectory() ? 'folder' : 'file'
}
