import printer from 'node:console'
import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of a module. */
export type Module = { readonly [name: string]: unknown }

const typescript = /\.[cm]?tsx?$/
const cachedModules = createRequire(import.meta.url).cache

/** Loads a JavaScript or TypeScript module of the user, also in versions of Node that cannot run TypeScript. */
export async function importFile(path: string): Promise<Module> {
  if (typescript.test(path)) return importTranspiled(path)
  return (await import(pathToFileURL(path).href)) as Module
}

/**
 * Loads the current version of a module and of what it imports from its project, even if they were loaded before.
 * Packages are loaded once. What the module prints meanwhile goes to standard error, since standard output is for the
 * result of the command.
 */
export async function importFileAnew(path: string): Promise<Module> {
  const before = new Set(Object.keys(cachedModules))
  const turnBack = turnAside()
  try {
    return await importTranspiled(path)
  } finally {
    turnBack()
    for (const file of Object.keys(cachedModules)) {
      if (!before.has(file) && !file.includes(`${sep}node_modules${sep}`)) delete cachedModules[file]
    }
  }
}

/** How many modules are being loaded, and the console methods to restore when loading is done. */
let loading = 0
let usual: Partial<Console> = {}

/** Redirects all console output to standard error, until every caller has called the function it got back. */
function turnAside(): () => void {
  const { log, info, debug, dir, error } = printer
  if (loading++ === 0) usual = { log, info, debug, dir }
  Object.assign(printer, { log: error, info: error, debug: error, dir: (value: unknown) => error(value) })
  return () => {
    if (--loading === 0) Object.assign(printer, usual)
  }
}

async function importTranspiled(path: string): Promise<Module> {
  const { createJiti } = await import('jiti')
  const from = pathToFileURL(path).href
  // Compiled code is not cached: a model is small, and no folder of the user needs to be writable.
  const options = { fsCache: false, sourceMaps: true }
  return createLoader().import<Module>(path)

  function createLoader() {
    try {
      return createJiti(from, { ...options, tsconfigPaths: true })
    } catch {
      // The project's tsconfig.json cannot be read, for example because it extends a package that is only installed for
      // development. Few modules need its paths.
      return createJiti(from, options)
    }
  }
}
