import { join } from 'node:path'
import { root } from './read-examples.ts'

/*
 * What examples use without making it, so that they can be short. A name is provided only to an example that
 * uses it and does not make it itself.
 */

const musicDatabase = join(root, 'tests', 'docs-examples', 'music-database.ts').replaceAll('\\', '/')
const expressions = join(root, 'packages', 'engine', 'src', 'expressions').replaceAll('\\', '/')
const validation = join(root, 'packages', 'engine', 'src', 'validation').replaceAll('\\', '/')

/** A name, and the line that makes it. */
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

/** Files whose examples speak of the table Music. */
const withMusic: readonly Provider[] = [
  ['db', `import { openDatabase as openMusic } from '${musicDatabase}'\nconst db = await openMusic()`],
]

/** Whatever the model may be connected to. */
const withClient: readonly Provider[] = [
  ['client', "import { openDatabase as openClient } from 'monotable'\nconst client = await openClient()"],
]

/** The names that examples of some files may use without making them. */
const ofFile: { readonly [file: string]: readonly Provider[] } = {
  'packages/engine/src/engine/database.ts': withMusic,
  'packages/model/README.md': withClient,
}

/** The names that examples of a file may use without making them. */
export function providersFor(file: string): readonly Provider[] {
  return [...everywhere, ...(ofFile[file] ?? [])]
}

/** What stands in for a module that an example imports. */
export function moduleFor(specifier: string): string {
  // Jest's functions are used as Vitest has them too.
  return specifier === '@jest/globals' ? 'vitest' : specifier
}

/** Examples that are compiled only, each with the place where the same is run. */
export const compiledOnly: { readonly [file: string]: string } = {
  'packages/storage-postgres/src/open-postgres-storage.ts':
    'packages/storage-postgres/src/open-postgres-storage.test.ts',
  'docs/guide/scale-out.md': 'tests/postgres/open-database.test.ts',
  'packages/engine/src/testing/storage-contract.ts':
    'packages/engine/src/storage/memory/create-memory-storage.test.ts',
  'packages/model/README.md': 'docs/guide/model/getting-started.md',
}
