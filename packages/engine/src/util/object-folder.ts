/** An object of a bucket. */
export interface FolderObject {
  readonly key: string
  readonly sizeBytes: number
}

/**
 * Where exports are written to, and imports and bulk operations read from: buckets of objects, as S3 has them. A bucket's name and
 * an object's key are what a request says; whoever keeps them in files must see to it that none of them leads
 * outside.
 */
export interface ObjectFolder {
  /** The objects of a bucket whose keys begin with a prefix, by key; nothing when there is no such bucket. */
  list(bucket: string, prefix: string): Promise<readonly FolderObject[] | undefined>
  /** The bytes of an object. */
  read(bucket: string, key: string): AsyncIterable<Uint8Array>
  /** Writes an object, all of it or nothing; the bucket is made when there is none. */
  write(bucket: string, key: string, content: Uint8Array): Promise<void>
}
