/** No item has so much JSON: what goes on for longer is no list of items. */
const lineMaxLength = 16 * 1024 * 1024

/** Something that is no file of items at all, so that the rest of it cannot be read either. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile'
}

/** The text of a file piece by piece, without a byte order mark. */
export async function* readText(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    if (cause instanceof MalformedFile) throw cause
    throw new MalformedFile(`the file cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** The lines of a text, without those that are empty. */
export async function* readLines(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of text) {
    if (rest.length > lineMaxLength) throw new MalformedFile('a line is too long to be an item')
    // Only a piece that ends a line is put together with what came before: a long line is not copied time and again.
    if (!piece.includes('\n')) {
      rest += piece
      continue
    }
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const trimmed = line.trim()
      if (trimmed !== '') yield trimmed
    }
  }
  if (rest.trim() !== '') yield rest.trim()
}
