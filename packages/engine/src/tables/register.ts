import { utf8ByteString } from '../encoding/utf8-byte-string.ts'
import type {
  ByteString,
  Change,
  RecordKey,
  RecordValue,
  SpaceId,
  Storage,
  StoredRecord,
} from '../storage/storage.ts'
import { byTurns } from '../util/by-turns.ts'
import { REGISTER_SPACE } from './space-names.ts'

/** What a document of a register may say about the store: spaces that are in use as long as the document exists. */
export interface RegisteredSpaces {
  readonly spaces?: readonly SpaceId[]
}

/** The names of all registers. */
export type RegisterName =
  | 'streams'
  | 'backups'
  | 'exports'
  | 'imports'
  | 'bulk-operations'
  | 'checkpoints'
  | 'dead-letters'
  | 'leases'
  | 'versions'

/** Documents by name, such as all backups, in the order of their names. Nothing is kept in memory. */
export class Register<Document extends RegisteredSpaces> {
  readonly #storage: Storage
  /** A register is small, so it is one partition of the space that all registers share. */
  readonly #partition: ByteString

  constructor(storage: Storage, name: RegisterName) {
    this.#storage = storage
    this.#partition = name.padEnd(16, '\0')
  }

  async get(name: string): Promise<Document | undefined> {
    const [record] = await this.#storage.read([this.keyOf(name)])
    return parse<Document>(record)
  }

  /** Returns all documents whose names begin with a prefix, in the order of the names. */
  async list(prefix = ''): Promise<Document[]> {
    const start = utf8ByteString(prefix)
    const low = { sort: start, inclusive: true }
    // No UTF-8 text contains this byte, so nothing that begins with the prefix sorts after it.
    const high = { sort: `${start}\xff`, inclusive: false }
    const within = { partition: this.#partition, low, high }
    const { records } = await this.#storage.range({ space: REGISTER_SPACE, within })
    return records.map((record) => JSON.parse(record.doc) as Document)
  }

  /** Returns all documents in their stored form. */
  async records(): Promise<readonly StoredRecord[]> {
    const within = { partition: this.#partition }
    return (await this.#storage.range({ space: REGISTER_SPACE, within })).records
  }

  /**
   * Returns the documents that contain one of these texts; only those are parsed. The texts must not contain
   * anything that JSON escapes. There may be thousands of documents, so others get a turn in between.
   */
  async listWith(texts: readonly string[]): Promise<Document[]> {
    const found: Document[] = []
    for await (const { doc } of byTurns(await this.records())) {
      if (texts.some((text) => doc.includes(text))) found.push(JSON.parse(doc) as Document)
    }
    return found
  }

  async save(name: string, document: Document): Promise<void> {
    await this.change(name, () => document)
  }

  async remove(name: string): Promise<void> {
    await this.change(name, () => undefined)
  }

  /**
   * Replaces a document by what `change` returns (`undefined` for none), in a commit of its own. `change` must be
   * pure.
   */
  change(
    name: string,
    change: (document: Document | undefined) => Document | undefined,
  ): Promise<Document | undefined> {
    const key = this.keyOf(name)
    return this.#storage.mutate([key], ([record]) => {
      const next = change(parse<Document>(record))
      return { changes: [this.changeTo(name, next)], answer: next }
    })
  }

  /** Returns the write of a document (`undefined` removes it), to be committed together with other records. */
  changeTo(name: string, document: Document | undefined): Change {
    return { ...this.keyOf(name), value: document && { doc: JSON.stringify(document), sizeBytes: 0 } }
  }

  /** Returns the place of a document, for commits that include other records. */
  keyOf(name: string): RecordKey {
    return { space: REGISTER_SPACE, partition: this.#partition, sort: utf8ByteString(name) }
  }
}

function parse<Document>(record: RecordValue | undefined): Document | undefined {
  return record && (JSON.parse(record.doc) as Document)
}

/** Returns all spaces that documents of registers claim. */
export async function registeredSpaces(storage: Storage): Promise<SpaceId[]> {
  const { records } = await storage.range({ space: REGISTER_SPACE, within: {} })
  return records.flatMap(({ doc }) => (JSON.parse(doc) as RegisteredSpaces).spaces ?? [])
}
