import * as nodeModule from 'node:module'
import { join } from 'node:path'

/**
 * Destructured from a copy: webpack replaces a direct call of `createRequire` that it cannot follow with `undefined`.
 */
const { createRequire } = { ...nodeModule }

/** The error for an optional package that a method needs and that is not installed. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'
}

/** Loads an optional peer dependency on first use, or says how to install it. */
export function loadPackage(name: string, from: NodeJS.Require = requireHere()): unknown {
  try {
    return from(name)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause
    throw new MissingPackageError(
      `${name} is not installed; run: npm install ${name}. If this program is a bundle that includes it, ` +
        'use new DynamoDBClient(db.clientConfig()), or keep it out of the bundle.',
      { cause },
    )
  }
}

/** Loads a dependency of a peer dependency. */
export function loadDependency(name: string, of: string): unknown {
  return loadPackage(name, createRequire(requireHere().resolve(of)))
}

/**
 * Makes a `require` on demand, since nearly every process does without. A bundle that is not a module does not know its
 * own path.
 */
function requireHere(): NodeJS.Require {
  const here: string | undefined = import.meta.url
  return createRequire(here ?? join(process.cwd(), 'program.js'))
}
