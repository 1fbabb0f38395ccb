/** An object of a bucket. */
export interface FolderObject {
  readonly key: string
  readonly sizeBytes: number
}

/**
 * Where exports are written and imports and bulk operations are read: buckets of objects, as on S3. The names of
 * buckets and the keys of objects come from requests; an implementation that uses files must make sure that none of
 * them escapes its folder.
 */
export interface ObjectFolder {
  /**
   * Lists the objects of a bucket whose keys begin with a prefix, ordered by key; undefined if the bucket does not
   * exist.
   */
  list(bucket: string, prefix: string): Promise<readonly FolderObject[] | undefined>
  /** Reads the bytes of an object. */
  read(bucket: string, key: string): AsyncIterable<Uint8Array>
  /** Writes an object atomically; creates the bucket if it does not exist. */
  write(bucket: string, key: string, content: Uint8Array): Promise<void>
}
