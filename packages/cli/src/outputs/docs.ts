import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '@monotable/model'
import { check, placeOf } from '@monotable/model/check'
import { type DocumentFacts, describeModel, htmlDocument, markdownDocument } from '@monotable/model/outputs'
import { UsageError } from '../messages/usage-error.ts'
import { loadModel } from '../model-file/load-model.ts'
import { type OptionKinds, textOf } from '../parse-options.ts'
import { refuseSeveral } from '../place/table-place.ts'
import { docsHelp } from './docs-help.ts'
import { explainOutput } from './explain-output.ts'
import { noPlace } from './no-place.ts'
import { splitArguments } from './split-arguments.ts'
import { writeOutput } from './write-output.ts'

type DocumentFormat = 'markdown' | 'html'

const kinds: OptionKinds = {
  format: { type: 'string' },
  out: { type: 'string' },
  title: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
}

/** Runs `monotable docs` and returns the exit code. */
export async function docsCommand(args: readonly string[]): Promise<number> {
  const { words, given } = splitArguments(args, kinds)
  if (given.has('help')) {
    process.stdout.write(docsHelp)
    return 0
  }
  const [file, more] = words
  if (file === undefined) throw new UsageError('the model file is missing')
  if (more !== undefined) throw new UsageError(`only one file is expected, but "${more}" is a second one`)
  for (const other of ['title', 'format']) refuseSeveral(given, ['json', other])
  const out = textOf(given, 'out')
  const format = readFormat(textOf(given, 'format'), out)
  return explainOutput(noPlace, async () => {
    const { model } = await loadModel(file)
    const description = describeModel(model)
    if (given.has('json')) {
      await writeOutput(`${JSON.stringify(description, null, 2)}\n`, out)
      return 0
    }
    const facts = factsOf(model, textOf(given, 'title'))
    const write = format === 'html' ? htmlDocument : markdownDocument
    await writeOutput(write(description, facts), fileIn(out, format))
    return 0
  })
}

function readFormat(format: string | undefined, out: string | undefined): DocumentFormat {
  if (format === undefined) return /\.html?$/.test(out ?? '') ? 'html' : 'markdown'
  if (format === 'markdown' || format === 'html') return format
  throw new UsageError(`--format must be markdown or html, not "${format}"`)
}

/** Returns the file to write; in a folder, a file with a default name. */
function fileIn(out: string | undefined, format: DocumentFormat): string | undefined {
  if (out === undefined || out === '-') return out
  const isFolder = out.endsWith('/') || (existsSync(out) ? statSync(out).isDirectory() : !/\.\w+$/.test(out))
  return isFolder ? join(out, format === 'html' ? 'model.html' : 'model.md') : out
}

/** Returns what `check` reports about a model. */
function factsOf(model: Model, title: string | undefined): DocumentFacts {
  const { findings, patterns, entities, cost } = check(model)
  return {
    title,
    findings: findings.map((finding) => ({
      ...finding,
      place: placeOf(finding).replace(/^ \((.*)\)$/, '$1'),
    })),
    patternUnits: new Map(patterns.map(({ name, readUnits }) => [name, readUnits])),
    writeUnits: new Map(entities.map(({ name, createUnits }) => [name, createUnits])),
    assumptions: cost.assumptions,
  }
}
