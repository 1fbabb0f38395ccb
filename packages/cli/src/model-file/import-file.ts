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
 * loaded once.
 */
export async function importFileAnew(path: string): Promise<Module> {
  const before = new Set(Object.keys(cachedModules))
  try {
    return await importTranspiled(path)
  } finally {
    for (const file of Object.keys(cachedModules)) {
      if (!before.has(file) && !file.includes(`${sep}node_modules${sep}`)) delete cachedModules[file]
    }
  }
}

async function importTranspiled(path: string): Promise<Module> {
  const { createJiti } = await import('jiti')
  // What it compiles is kept nowhere: a model is small, and no folder of the user's has to be written to.
  const jiti = createJiti(pathToFileURL(path).href, { fsCache: false, sourceMaps: true })
  return jiti.import<Module>(path)
}
