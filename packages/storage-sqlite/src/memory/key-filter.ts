/**
 * The keys of the first layer, and how many times as many each further one takes: few layers, and little memory for a
 * small table.
 */
const firstKeys = 512
const growth = 4

/** With this many, fewer than one in a hundred absent keys is taken for present. */
const bitsPerKey = 16

/** This many have room for eleven million keys. The memory of another layer would be better spent elsewhere. */
const usualMaxLayers = 8

/** A key has one bit in each word of a block; multiplying by an odd number chooses which. */
const salts = new Int32Array([
  0xdbf2e265, 0x254914f3, 0x063f397f, 0xf8ba1161, 0x3bf91587, 0x33c9ee59, 0x370a828b, 0x57ebbd75,
])
const blockWords = salts.length

/** A Bloom filter, and how many more keys it has room for. */
interface Layer {
  readonly words: Int32Array
  room: number
}

/**
 * Tells by their hashes that most keys never added were not added. Nothing is ever removed. It grows by adding ever
 * larger layers, so that no call takes long.
 */
export class KeyFilter {
  /** Newest first. */
  readonly #layers: Layer[] = []
  readonly #maxLayers: number

  constructor(maxLayers = usualMaxLayers) {
    this.#maxLayers = maxLayers
  }

  /** Whether a key was added, or seems to have been. */
  mayHave(hash: number): boolean {
    const bits = mix(hash)
    for (const { words } of this.#layers) if (hasBits(words, blockOf(words, hash), bits)) return true
    return false
  }

  /** Adds a key; returns false if there are too many. */
  add(hash: number): boolean {
    if (this.mayHave(hash)) return true
    const newest = this.#layers[0]
    const layer = newest && newest.room > 0 ? newest : this.#addLayer()
    if (!layer) return false
    layer.room -= 1
    setBits(layer.words, blockOf(layer.words, hash), mix(hash))
    return true
  }

  #addLayer(): Layer | undefined {
    if (this.#layers.length === this.#maxLayers) return undefined
    const room = firstKeys * growth ** this.#layers.length
    const layer = { words: new Int32Array((room * bitsPerKey) / 32), room }
    this.#layers.unshift(layer)
    return layer
  }
}

/** Returns where the block of a key begins; the number of blocks is a power of two. */
function blockOf(words: Int32Array, hash: number): number {
  return hash & (words.length - blockWords)
}

/** Some bits of a hash choose the block; its contents must depend on the others. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return mixed ^ (mixed >>> 15)
}

function hasBits(words: Int32Array, block: number, bits: number): boolean {
  for (let i = 0; i < blockWords; i++) {
    if (((words[block + i] as number) & bitOf(i, bits)) === 0) return false
  }
  return true
}

function setBits(words: Int32Array, block: number, bits: number): void {
  for (let i = 0; i < blockWords; i++) words[block + i] = (words[block + i] as number) | bitOf(i, bits)
}

function bitOf(word: number, bits: number): number {
  return 1 << (Math.imul(bits, salts[word] as number) >>> 27)
}
