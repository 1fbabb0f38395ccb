import { statSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'
import type { Module } from './import-file.ts'

/** Loads a module of the user with `load`; explains failures in a sentence, with the place in the user's own files. */
export async function loadFile(file: string, load: (file: string) => Promise<Module>): Promise<Module> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new ConfigurationError(`There is no file ${file}.`)
  if (found.isDirectory()) throw new ConfigurationError(`${file} is a folder; name a file in it.`)
  try {
    return await load(file)
  } catch (cause) {
    throw new ConfigurationError(`${file} cannot be loaded: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(cause: unknown): string {
  if (!isError(cause)) return String(cause)
  const { name, message, stack = '' } = cause
  const places = stack
    .split('\n')
    .filter((line) => /^\s+at .*\.[cm]?[jt]sx?:\d+/.test(line) && !isInternal(line))
  // Node's message also lists which modules required a missing one; the places say it better.
  const text = message.replace(/\nRequire stack:(?:\n- .*)*/, '')
  // The messages of model errors explain themselves; the name of any other error adds information.
  const what = name === 'Error' || name === 'ModelError' ? text : `${name}: ${text}`
  return [what, ...places.slice(0, 3)].join('\n')
}

/** Whether a value is an error. Errors of a module that runs in another realm are not instances of our `Error`. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value
}

/** Whether a line of a stack trace is not in the user's code, but in a package, in Node or in this command. */
function isInternal(line: string): boolean {
  return /[\\/](?:node_modules|packages[\\/](?:model|cli)|bundle)[\\/]|node:/.test(line)
}
