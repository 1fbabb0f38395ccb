import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
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
  const reload = async () => {
    loaded = await read(path, loaded)
    for (const listener of listeners) listener()
  }
  // The folder rather than the file: many editors put a new file in the place of the old one.
  const watcher = watchFolder(dirname(path), (changed) => {
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
      watcher?.close()
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

/** Where nothing can be watched, the model stays as it is. */
function watchFolder(folder: string, listener: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true }, (_, name) => {
      if (name === null || !/(?:^|[\\/])(?:node_modules|\.git)[\\/]/.test(name)) listener(name)
    }).on('error', () => {})
  } catch {
    return undefined
  }
}
