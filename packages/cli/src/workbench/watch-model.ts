import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ExpectationStore, LoadedModel, ModelSource } from '@monotable/workbench'
import { readExpectations, saveExpectation } from '../model-file/expectations.ts'
import { loadModel } from '../model-file/load-model.ts'

/** Editors write a file in several steps; it is read when they are done. */
const restMs = 100

/** A model file that is read again whenever something in its folder changes. */
export interface WatchedModel extends ModelSource {
  close(): void
}

/** Reads a model file, and goes on watching it. What is wrong with it is told, and the last good model stays. */
export async function watchModel(path: string): Promise<WatchedModel> {
  const listeners = new Set<() => void>()
  let loaded: LoadedModel = await read(path, undefined)
  let timer: NodeJS.Timeout | undefined
  let begun = 0
  const reload = async () => {
    const number = ++begun
    const next = await read(path, loaded)
    // What was begun before may be loaded later, or never, and is not what is there now.
    if (number !== begun) return
    loaded = next
    for (const listener of listeners) listener()
  }
  // The folder rather than the file: many editors put a new file in the place of the old one.
  const watchers = watchFolders(dirname(path), (changed) => {
    if (changed !== null && !isSource(changed)) return
    clearTimeout(timer)
    timer = setTimeout(reload, restMs)
  })
  return {
    file: basename(path),
    current: () => loaded,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}

async function read(path: string, before: LoadedModel | undefined): Promise<LoadedModel> {
  try {
    const { model } = await loadModel(path)
    return { model, expectations: expectationsOf(path) }
  } catch (error) {
    return { model: before?.model, error: (error as Error).message, expectations: before?.expectations }
  }
}

/** What is kept beside the file is read each time: somebody may have changed it. */
function expectationsOf(path: string): ExpectationStore {
  return {
    list: () => {
      try {
        return readExpectations(path)
      } catch {
        // `monotable check` says what is wrong with it.
        return []
      }
    },
    save: (expectation) => saveExpectation(path, expectation),
  }
}

/** A model may be made of several files. */
function isSource(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json)$/.test(name)
}

/** A model's other files are beside it or a little below; what lies deeper is not watched. */
const deepest = 2
const mostFolders = 50

/** Watches a folder and what is in it. Where nothing can be watched, the model stays as it is. */
function watchFolders(folder: string, listener: (name: string | null) => void): FSWatcher[] {
  return foldersIn(folder).flatMap((place) => {
    try {
      return [watch(place, (_, name) => listener(name)).on('error', () => {})]
    } catch {
      return []
    }
  })
}

/** A folder and those in it, without what belongs to others: there may be very many of those. */
function foldersIn(folder: string): string[] {
  const found = [folder]
  let level = [folder]
  for (let depth = 0; depth < deepest; depth++) {
    level = level.flatMap(subfolders)
    found.push(...level)
  }
  return found.slice(0, mostFolders)
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && !/^\.|^(?:node_modules|dist|build|coverage)$/.test(entry.name),
      )
      .slice(0, mostFolders)
      .map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}
