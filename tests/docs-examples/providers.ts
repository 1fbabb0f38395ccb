import { join } from 'node:path'
import { root } from './read-examples.ts'

/*
 * The names that examples use without defining them, so that they can be short. A name is provided only to an example
 * that uses it and does not define it itself.
 */

const musicDatabase = join(root, 'tests', 'docs-examples', 'music-database.ts').replaceAll('\\', '/')
const expressions = join(root, 'packages', 'engine', 'src', 'expressions').replaceAll('\\', '/')
const validation = join(root, 'packages', 'engine', 'src', 'validation').replaceAll('\\', '/')

/** A name, and the line that defines it. */
type Provider = readonly [name: string, line: string]

const everywhere: readonly Provider[] = [
  ['db', "import { openDatabase as openForExample } from 'monotable'\nconst db = await openForExample()"],
  ['createMemoryStorage', "import { createMemoryStorage } from '@monotable/engine'"],
  ['DynamoDBClient', "import { DynamoDBClient } from '@aws-sdk/client-dynamodb'"],
  ['ListTablesCommand', "import { ListTablesCommand } from '@aws-sdk/client-dynamodb'"],
  ['Placeholders', `import { Placeholders } from '${expressions}/placeholders.ts'`],
  [
    'keySchemaElement',
    "const keySchemaElement = struct('KeySchemaElement', { AttributeName: text(), KeyType: text() })",
  ],
  ['list', `import { list, struct, text } from '${validation}/shape.ts'`],
]

/** For files whose examples use the table Music. */
const withMusic: readonly Provider[] = [
  ['db', `import { openDatabase as openMusic } from '${musicDatabase}'\nconst db = await openMusic()`],
]

/** For examples that connect a model, to whichever client. */
const withClient: readonly Provider[] = [
  ['client', "import { openDatabase as openClient } from 'monotable'\nconst client = await openClient()"],
]

/** What examples may use without defining it, by file. */
const ofFile: { readonly [file: string]: readonly Provider[] } = {
  'packages/engine/src/engine/database.ts': withMusic,
  'packages/model/README.md': withClient,
}

/** Returns the names that the examples of a file may use without defining them. */
export function providersFor(file: string): readonly Provider[] {
  return [...everywhere, ...(ofFile[file] ?? [])]
}

/** Returns the module to import in place of the one that an example imports. */
export function moduleFor(specifier: string): string {
  // Vitest has the functions that examples use from Jest.
  return specifier === '@jest/globals' ? 'vitest' : specifier
}

/** Examples that are only compiled, each with the place where the same code is run. */
export const compiledOnly: { readonly [file: string]: string } = {
  'packages/storage-postgres/src/open-postgres-storage.ts':
    'packages/storage-postgres/src/open-postgres-storage.test.ts',
  'docs/guide/scale-out.md': 'tests/postgres/open-database.test.ts',
  'packages/engine/src/testing/storage-contract.ts':
    'packages/engine/src/storage/memory/create-memory-storage.test.ts',
  'packages/model/README.md': 'docs/guide/model/getting-started.md',
}
