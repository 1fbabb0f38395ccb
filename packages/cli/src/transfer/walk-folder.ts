import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file in a folder, or anywhere below it. */
export interface FoundFile {
  readonly name: string
  readonly parentPath: string
}

/** The contents of a folder, at any depth. */
export interface Walked {
  readonly files: readonly FoundFile[]
  /** Why a folder could not be read; its contents are missing from the files. */
  readonly fault: unknown
}

/**
 * Finds all files below a folder. Links are followed after everything else, and each folder is read only once, since a
 * link may lead back to where it is.
 */
export function walkFolder(folder: string): Walked {
  const files: FoundFile[] = []
  const folders = [folder]
  const links: FoundFile[] = []
  const seen = new Set<string>()
  let fault: unknown
  const look = (place: string) => {
    const real = realpathSync(place)
    if (seen.has(real)) return
    seen.add(real)
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const found = { name: entry.name, parentPath: place }
      if (entry.isDirectory()) folders.push(join(place, entry.name))
      else if (entry.isSymbolicLink()) links.push(found)
      else if (entry.isFile()) files.push(found)
    }
  }
  for (;;) {
    const next = folders.pop()
    const link = next === undefined ? links.pop() : undefined
    if (next === undefined && link === undefined) return { files, fault }
    try {
      if (next !== undefined) look(next)
      else if (link !== undefined) {
        const place = join(link.parentPath, link.name)
        // A broken link is reported when it is opened: most are of no interest.
        const kind = statUnlessNowhere(place)
        if (kind?.isDirectory()) folders.push(place)
        else if (kind === undefined || kind.isFile()) files.push(link)
      }
    } catch (error) {
      fault ??= error
    }
  }
}

/** Returns the target of a link; `undefined` if it does not exist, or the link leads back to itself. */
function statUnlessNowhere(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined
    throw error
  }
}
