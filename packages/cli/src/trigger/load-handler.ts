import { resolve } from 'node:path'
import type { TriggerHandler } from '@monotable/engine'
import { ConfigurationError } from '@monotable/server'
import { importFile, type Module } from '../model-file/import-file.ts'
import { loadFile } from '../model-file/load-file.ts'

/** Loads the function that a module exports under a name; the module is ES or CommonJS, in JavaScript or TypeScript. */
export async function loadHandler(file: string, name: string): Promise<TriggerHandler> {
  const path = resolve(file)
  const module = await loadFile(path, importFile)
  const handler = findExport(module, name)
  if (typeof handler === 'function') return handler as TriggerHandler
  const found = Object.keys(module).filter((key) => typeof module[key] === 'function')
  const others =
    found.length === 0
      ? 'It exports no functions.'
      : `It exports: ${found.join(', ')}. Choose one with --export.`
  throw new ConfigurationError(`${file} exports no function "${name}". ${others}`)
}

/** Finds an export by name. CommonJS exports sometimes appear only as members of `default`. */
function findExport(module: Module, name: string): unknown {
  if (Object.hasOwn(module, name)) return module[name]
  const { default: whole } = module
  if ((typeof whole === 'object' || typeof whole === 'function') && whole !== null) {
    if (Object.hasOwn(whole, name)) return (whole as Module)[name]
  }
  return name === 'handler' ? whole : undefined
}
