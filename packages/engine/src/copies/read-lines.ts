/** No item has this much JSON: anything longer is not a list of items. */
const lineMaxLength = 16 * 1024 * 1024

/** Not a file of items at all, so the rest of it cannot be read either. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile'
}

/** Reads the text of a file piece by piece, without a byte order mark. */
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

/** Splits a text into lines, leaving out empty ones. */
export async function* readLines(text: AsyncIterable<string>): AsyncIterable<string> {
  let rest = ''
  for await (const piece of text) {
    if (rest.length > lineMaxLength) throw new MalformedFile('a line is too long to be an item')
    // Pieces are joined only when one ends the line, so that a long line is not copied repeatedly.
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
