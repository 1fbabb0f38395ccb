import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ExpectationStore, LoadedModel, ModelSource } from '@monotable/workbench'
import { readExpectations, saveExpectation } from '../model-file/expectations.ts'
import { loadModel } from '../model-file/load-model.ts'

/** Editors write a file in several steps; it is read after they are done. */
const restMs = 100

/** A model file that is reloaded whenever something in its folder changes. */
export interface WatchedModel extends ModelSource {
  close(): void
}

/**
 * Loads a model file and watches it for changes. If it becomes invalid, the error is reported and the last valid model
 * stays in use.
 */
export async function watchModel(path: string): Promise<WatchedModel> {
  const listeners = new Set<() => void>()
  let loaded: LoadedModel = await read(path, undefined)
  let timer: NodeJS.Timeout | undefined
  let begun = 0
  const reload = async () => {
    const number = ++begun
    const next = await read(path, loaded)
    // An older load may finish later than a newer one, or never; its result is stale.
    if (number !== begun) return
    loaded = next
    for (const listener of listeners) listener()
  }
  // Watches the folder rather than the file: many editors replace the file with a new one.
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

/** Accesses the expectations beside the file. They are read on each request, since somebody may have changed them. */
function expectationsOf(path: string): ExpectationStore {
  return {
    list: () => {
      try {
        return readExpectations(path)
      } catch {
        // `monotable check` reports what is wrong with it.
        return []
      }
    },
    save: (expectation) => saveExpectation(path, expectation),
  }
}

/** Whether a file may be part of the model, which can consist of several. */
function isSource(name: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json)$/.test(name)
}

/** Other files of a model are beside it or a little below; deeper folders are not watched. */
const deepest = 2
const mostFolders = 50

/** Watches a folder and its subfolders. Where watching is impossible, the model is not reloaded. */
function watchFolders(folder: string, listener: (name: string | null) => void): FSWatcher[] {
  return foldersIn(folder).flatMap((place) => {
    try {
      return [watch(place, (_, name) => listener(name)).on('error', () => {})]
    } catch {
      return []
    }
  })
}

/** Returns a folder and its subfolders, without those of third parties, of which there may be very many. */
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
