import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TriggerHandler } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'

/** Loads the function that a module exports under a name, from an ES module or a CommonJS one. */
export async function loadHandler(file: string, name: string): Promise<TriggerHandler> {
  const path = resolve(file)
  if (!existsSync(path)) throw new ConfigurationError(`There is no file ${path}.`)
  const module = await importModule(path)
  const handler = findExport(module, name)
  if (typeof handler === 'function') return handler as TriggerHandler
  const found = Object.keys(module).filter((key) => typeof module[key] === 'function')
  const others = found.length === 0 ? 'It exports no function.' : `It exports: ${found.join(', ')}.`
  throw new ConfigurationError(`${file} exports no function "${name}". ${others} Choose one with --export.`)
}

type Module = { readonly [name: string]: unknown }

async function importModule(path: string): Promise<Module> {
  try {
    return (await import(pathToFileURL(path).href)) as Module
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts$/.test(path)) {
      throw new ConfigurationError(
        `Node ${process.versions.node} does not run TypeScript. Use Node 22.18 or later, compile the file, or run: ` +
          'node --import tsx node_modules/monotable/bin/monotable.js trigger …',
        { cause },
      )
    }
    throw new ConfigurationError(`${path} cannot be loaded: ${(cause as Error).stack ?? String(cause)}`, {
      cause,
    })
  }
}

/** What CommonJS exports is sometimes seen only as a member of `default`. */
function findExport(module: Module, name: string): unknown {
  if (Object.hasOwn(module, name)) return module[name]
  const { default: whole } = module
  if ((typeof whole === 'object' || typeof whole === 'function') && whole !== null) {
    if (Object.hasOwn(whole, name)) return (whole as Module)[name]
  }
  return name === 'handler' ? whole : undefined
}
