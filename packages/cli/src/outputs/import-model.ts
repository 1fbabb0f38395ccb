import { printable } from '@monotable/engine'
import {
  type FileMessage,
  type JsonItem,
  type ModelDescription,
  modelSource,
  readCloudFormation,
  readWorkbenchFile,
} from '@monotable/model/outputs'
import { ConfigurationError } from '@monotable/server'
import { UsageError } from '../messages/usage-error.ts'
import { type OptionKinds, textOf } from '../parse-options.ts'
import { namesPlace, placeKinds, readPlace } from '../place/table-place.ts'
import { explainOutput } from './explain-output.ts'
import { unknownFormat } from './export-model.ts'
import { importModelHelp } from './import-help.ts'
import { type LoadedTable, loadItems } from './load-items.ts'
import { readDocument } from './read-document.ts'
import { splitArguments } from './split-arguments.ts'
import { requireFree, writeOutput } from './write-output.ts'

/** The contents of a file. */
interface ReadFile {
  readonly description: ModelDescription
  readonly items?: ReadonlyMap<string, readonly JsonItem[]>
  readonly messages: readonly FileMessage[]
}

const readers: ReadonlyMap<string, (file: unknown) => ReadFile> = new Map([
  ['cloudformation', readCloudFormation],
  ['nosql-workbench', readWorkbenchFile],
])

/** The number of messages that are printed individually. */
const maxPrintedMessages = 20

const kinds: OptionKinds = {
  out: { type: 'string' },
  force: { type: 'boolean' },
  ...placeKinds,
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
}

/** Runs `monotable import <format>` and returns the exit code: also 1 if items were refused. */
export async function importModel(args: readonly string[]): Promise<number> {
  const { words, given } = splitArguments(args, kinds)
  if (given.has('help')) {
    process.stdout.write(importModelHelp)
    return 0
  }
  const [format = '', file, more] = words
  const read = readers.get(format)
  if (read === undefined) throw unknownFormat(format, [...readers.keys()])
  if (file === undefined)
    throw new UsageError(`the file to read is missing: monotable import ${format} file.json`)
  if (more !== undefined) throw new UsageError(`only one file is expected, but "${more}" is a second one`)
  const out = textOf(given, 'out')
  const isLoading = namesPlace(given)
  const place = readPlace(given, process.env)
  return explainOutput(place, async () => {
    requireFree(out, given.has('force'))
    const found = read(await readDocument(file))
    const { description, messages, items = new Map() } = found
    if (!given.has('quiet') && !given.has('json')) printMessages(messages)
    if (description.tables.length === 0) {
      throw new ConfigurationError(
        `${file} has no table that can be read. Check that it is a ${format} file.`,
      )
    }
    if (out !== undefined || (!isLoading && !given.has('json')))
      await writeOutput(modelSource(description), out)
    const loaded = isLoading ? await loadItems(place, description.tables, items) : []
    report(loaded, given.has('quiet') || given.has('json'))
    if (given.has('json')) {
      const tables = description.tables.map(({ name }) => loaded.find((one) => one.name === name) ?? { name })
      process.stdout.write(`${JSON.stringify({ format, file: out, tables, messages })}\n`)
    }
    return loaded.every(({ refused }) => refused.length === 0) ? 0 : 1
  })
}

function printMessages(messages: readonly FileMessage[]): void {
  for (const { path, message } of messages.slice(0, maxPrintedMessages))
    process.stderr.write(`${printable(`${path} ${message}`)}\n`)
  const more = messages.length - maxPrintedMessages
  if (more > 0) process.stderr.write(`and ${more} more; --json lists all\n`)
}

function report(loaded: readonly LoadedTable[], quiet: boolean): void {
  for (const { name, items, refused } of loaded) {
    if (!quiet) process.stderr.write(`${name}: ${items} items written\n`)
    for (const reason of refused.slice(0, maxPrintedMessages)) {
      process.stderr.write(`monotable: an item of ${name} was rejected: ${printable(reason)}\n`)
    }
  }
}
