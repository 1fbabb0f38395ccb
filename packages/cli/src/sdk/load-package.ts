import { createRequire } from 'node:module'

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
    throw new MissingPackageError(`${name} is not installed; run: npm install ${name}`, { cause })
  }
}

/** Loads a package that a peer dependency itself depends on. */
export function loadDependency(name: string, of: string): unknown {
  return loadPackage(name, createRequire(requireHere().resolve(of)))
}

/** Made when it is needed: nearly every process does without. */
function requireHere(): NodeJS.Require {
  return createRequire(import.meta.url)
}
