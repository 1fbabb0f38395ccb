import { statSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'
import type { Module } from './import-file.ts'

/** Loads a module of the user by `load`; what is wrong is said in a sentence, and where in the user's own files. */
export async function loadFile(file: string, load: (file: string) => Promise<Module>): Promise<Module> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new ConfigurationError(`There is no file ${file}.`)
  if (found.isDirectory()) throw new ConfigurationError(`${file} is a folder; give a file in it.`)
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
  // Which module asked for one that is missing, Node tells in the message too; the places say it better.
  const said = message.replace(/\nRequire stack:(?:\n- .*)*/, '')
  // What the model refuses says all by itself; of others the name says more than that they are errors.
  const what = name === 'Error' || name === 'ModelError' ? said : `${name}: ${said}`
  return [what, ...places.slice(0, 3)].join('\n')
}

/** Errors of a module that runs in another place are no instance of this one's `Error`. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value
}

/** Whether a line of a stack is none of the user's: a package, Node, or this command. */
function isInternal(line: string): boolean {
  return /[\\/](?:node_modules|packages[\\/](?:model|cli)|bundle)[\\/]|node:/.test(line)
}
