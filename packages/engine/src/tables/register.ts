import { utf8ByteString } from '../encoding/utf8-byte-string.ts'
import type { RecordKey, RecordValue, SpaceId, Storage } from '../storage/storage.ts'
import { REGISTER_SPACES } from './space-names.ts'

/** What a document of a register may say of the store: spaces that are in use as long as it is there. */
export interface RegisteredSpaces {
  readonly spaces?: readonly SpaceId[]
}

/** Everything of a register is in one partition: a register is small, and is read in the order of its keys. */
const partition = '\0'.repeat(16)

/** Documents by name in a space of their own, such as the backups that there are. Nothing is kept in memory. */
export class Register<Document extends RegisteredSpaces> {
  readonly #storage: Storage
  readonly #space: SpaceId

  constructor(storage: Storage, space: SpaceId) {
    this.#storage = storage
    this.#space = space
  }

  async get(name: string): Promise<Document | undefined> {
    const [record] = await this.#storage.read([this.keyOf(name)])
    return parse<Document>(record)
  }

  /** All documents whose names begin with a prefix, in the order of the names. */
  async list(prefix = ''): Promise<Document[]> {
    const start = utf8ByteString(prefix)
    const within = { partition, low: { sort: start, inclusive: true } }
    const { records } = await this.#storage.range({ space: this.#space, within })
    const found = records.filter((record) => record.sort.startsWith(start))
    return found.map((record) => JSON.parse(record.doc) as Document)
  }

  async save(name: string, document: Document): Promise<void> {
    await this.change(name, () => document)
  }

  async remove(name: string): Promise<void> {
    await this.change(name, () => undefined)
  }

  /** Replaces a document by what `change` makes of it (`undefined`: nothing), alone. `change` must be pure. */
  change(
    name: string,
    change: (document: Document | undefined) => Document | undefined,
  ): Promise<Document | undefined> {
    const key = this.keyOf(name)
    return this.#storage.mutate([key], ([record]) => {
      const next = change(parse<Document>(record))
      const value = next && { doc: JSON.stringify(next), sizeBytes: 0 }
      return { changes: [{ ...key, value }], answer: next }
    })
  }

  /** The place of a document, for whoever writes it together with other records. */
  keyOf(name: string): RecordKey {
    return { space: this.#space, partition, sort: utf8ByteString(name) }
  }
}

function parse<Document>(record: RecordValue | undefined): Document | undefined {
  return record && (JSON.parse(record.doc) as Document)
}

/** All spaces that documents of registers name as theirs. */
export async function registeredSpaces(storage: Storage): Promise<SpaceId[]> {
  const spaces: SpaceId[] = []
  for (const space of REGISTER_SPACES) {
    const documents = await new Register<RegisteredSpaces>(storage, space).list()
    for (const document of documents) spaces.push(...(document.spaces ?? []))
  }
  return spaces
}
