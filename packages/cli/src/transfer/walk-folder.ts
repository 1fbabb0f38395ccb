import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file in a folder, or in one below it. */
export interface FoundFile {
  readonly name: string
  readonly parentPath: string
}

/** What is in a folder, however deep. */
export interface Walked {
  readonly files: readonly FoundFile[]
  /** Why a folder could not be looked into; what is in it is not among the files. */
  readonly fault: unknown
}

/**
 * Finds all files below a folder. Links are followed, after all that is no link, and each folder is looked into once: a
 * link may lead back to where it stands.
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
        // What leads nowhere is told by who opens it: most are of no interest.
        const kind = statUnlessNowhere(place)
        if (kind?.isDirectory()) folders.push(place)
        else if (kind === undefined || kind.isFile()) files.push(link)
      }
    } catch (error) {
      fault ??= error
    }
  }
}

/** What is at the end of a link; nothing where it leads to what is not there, or back to itself. */
function statUnlessNowhere(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') return undefined
    throw error
  }
}
