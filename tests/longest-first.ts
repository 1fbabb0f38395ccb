import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { TestSpecification, Vitest } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/**
 * The files that take longest, longest first; files that mostly wait are placed between files that compute. In a fresh
 * checkout Vitest does not know how long a file takes and goes by its size, so a short file with much to do could start
 * last and hold up the run.
 */
const longest = [
  'tests/conformance/conformance.test.ts',
  'tests/postgres/faults.test.ts',
  'packages/storage-sqlite/src/power-loss.test.ts',
  'packages/storage-log/src/power-loss.test.ts',
  'tests/simulation/crash.test.ts',
  'tests/kinesis/kinesis.test.ts',
  'tests/workbench/snippets/snippets.test.ts',
  'tests/postgres/torture.test.ts',
  'tests/clients/sdk-v3/bulk-operations.test.ts',
  'tests/model/killed.test.ts',
  'tests/workbench/collections.test.ts',
  'tests/workbench/accessibility.test.ts',
  'packages/storage-sqlite/src/crash.test.ts',
  'tests/simulation/model.test.ts',
  'packages/cli/src/model-file/model-file.test.ts',
  'packages/engine/src/engine/taken-over-copies.test.ts',
  'tests/clients/aws-cli/aws-cli.test.ts',
  'tests/examples/grid-view.test.ts',
  'tests/postgres/commands.test.ts',
  'tests/disassociation-killed.test.ts',
  'packages/cli/src/transfer/transfer.test.ts',
  'packages/engine/src/storage/memory/ordered-index.test.ts',
  'packages/storage-postgres/src/open-postgres-storage.test.ts',
  'packages/storage-sqlite/src/open-sqlite-storage.test.ts',
  'tests/packaging/packaging.test.ts',
  'tests/examples/social-together.test.ts',
  'tests/workbench/late-answers.test.ts',
  'tests/workbench/import-csv.test.ts',
  'tests/workbench/small-windows.test.ts',
  'packages/cli/src/trigger/trigger.test.ts',
  'tests/docs-examples.test.ts',
]

const root = resolve(import.meta.dirname, '..')

/** Runs the files above before all others of their project. */
export class LongestFirst extends BaseSequencer {
  constructor(vitest: Vitest) {
    super(vitest)
    const gone = longest.filter((file) => !existsSync(resolve(root, file)))
    if (gone.length > 0) throw new Error(`tests/longest-first.ts names what is not there: ${gone.join(', ')}`)
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** Returns the rank of a file. Those that need a process of their own stay first. */
function placeOf({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1
  const place = longest.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
  return place < 0 ? longest.length : place
}
