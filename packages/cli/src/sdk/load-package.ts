import * as nodeModule from 'node:module'
import { join } from 'node:path'

/** Out of a copy: webpack puts `undefined` in the place of a call of `createRequire` that it sees and cannot follow. */
const { createRequire } = { ...nodeModule }

/** An optional package that a method needs is not installed. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
}

/** Loads an optional peer dependency when it is first needed, or says how to get it. */
export function loadPackage(name: string, from: NodeJS.Require = requireHere()): unknown {
  try {
    return from(name)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new MissingPackageError(
      `${name} is not installed; run: npm install ${name}. If this program is a bundle that has it inside, ` +
        'use new DynamoDBClient(db.clientConfig()), or leave it outside of the bundle.',
      { cause },
    )
  }
}

/** Loads a package that a peer dependency itself depends on. */
export function loadDependency(name: string, of: string): unknown {
  return loadPackage(name, createRequire(requireHere().resolve(of)))
}

/**
 * Made when it is needed: nearly every process does without. A bundle that is no module knows nothing of its own file.
 */
function requireHere(): NodeJS.Require {
  const here: string | undefined = import.meta.url
  return createRequire(here ?? join(process.cwd(), 'program.js'))
}
