import printer from 'node:console'
import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a module exports. */
export type Module = { readonly [name: string]: unknown }

const typescript = /\.[cm]?tsx?$/
const cachedModules = createRequire(import.meta.url).cache

/** Loads a module of the user, in JavaScript or TypeScript, from whatever Node runs this. */
export async function importFile(path: string): Promise<Module> {
  if (typescript.test(path)) return importTranspiled(path)
  return (await import(pathToFileURL(path).href)) as Module
}

/**
 * Loads a module as it is now, also when it was loaded before: it and what it imports from its project. Packages are
 * loaded once. What it prints meanwhile goes to standard error: the other is for what the command was asked for.
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

/** How many modules are being loaded, and what prints to standard output when there are none. */
let loading = 0
let usual: Partial<Console> = {}

/** Has everything printed to standard error, until all who asked for that have called what they were given. */
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
  // What it compiles is kept nowhere: a model is small, and no folder of the user's has to be written to.
  const jiti = createJiti(pathToFileURL(path).href, { fsCache: false, sourceMaps: true })
  return jiti.import<Module>(path)
}
