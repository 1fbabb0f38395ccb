// Makes a screenshot small: 256 colours and the best compression give a third of what a browser writes. A page has few
// colours; those at the edges of letters are replaced by the nearest one.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const colourCount = 256

/** Converts a picture to a PNG with a palette. Reads what Chromium writes: 8 bits, with or without transparency. */
export function shrinkPng(png) {
  const { width, height, channels, data } = readPng(png)
  const pixels = unfilter(inflateSync(data), width * channels, height, channels)
  const count = width * height
  const colours = new Uint32Array(count)
  const uses = new Map()
  for (let at = 0; at < count; at++) {
    const from = at * channels
    const colour = (pixels[from] << 16) | (pixels[from + 1] << 8) | pixels[from + 2]
    colours[at] = colour
    uses.set(colour, (uses.get(colour) ?? 0) + 1)
  }
  const palette = choosePalette(uses)
  const places = new Map([...uses.keys()].map((colour) => [colour, nearest(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < count; at++) rows[at + Math.floor(at / width) + 1] = places.get(colours[at])
  return writePng(width, height, palette, rows)
}

/** Returns the most used colours, without those that are almost equal to an earlier one. */
function choosePalette(uses) {
  const byUse = [...uses].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  for (const apart of [48, 24, 12, 3, 0]) {
    const palette = []
    for (const colour of byUse) {
      if (palette.length === colourCount) break
      if (palette.every((other) => distance(other, colour) > apart)) palette.push(colour)
    }
    if (palette.length === Math.min(colourCount, byUse.length)) return palette
  }
  return byUse.slice(0, colourCount)
}

function nearest(palette, colour) {
  let best = 0
  for (let at = 1; at < palette.length; at++) {
    if (distance(palette[at], colour) < distance(palette[best], colour)) best = at
  }
  return best
}

function distance(one, other) {
  const red = (one >> 16) - (other >> 16)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = (one & 255) - (other & 255)
  return red * red + green * green + blue * blue
}

function readPng(png) {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('This is no PNG')
  const parts = []
  let header
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = body
    if (kind === 'IDAT') parts.push(body)
    at += length + 12
  }
  const channels = { 2: 3, 6: 4 }[header[9]]
  if (channels === undefined || header[8] !== 8)
    throw new Error('Only pictures of 8 bits in true colour are read')
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    channels,
    data: Buffer.concat(parts),
  }
}

/** Undoes the filter of each row (RFC 2083, section 6). */
function unfilter(raw, rowBytes, height, channels) {
  const out = Buffer.alloc(rowBytes * height)
  for (let row = 0; row < height; row++) {
    const filter = raw[row * (rowBytes + 1)]
    const from = row * (rowBytes + 1) + 1
    const to = row * rowBytes
    for (let at = 0; at < rowBytes; at++) {
      const left = at < channels ? 0 : out[to + at - channels]
      const up = row === 0 ? 0 : out[to + at - rowBytes]
      const corner = row === 0 || at < channels ? 0 : out[to + at - rowBytes - channels]
      out[to + at] = raw[from + at] + predict(filter, left, up, corner)
    }
  }
  return out
}

function predict(filter, left, up, corner) {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function writePng(width, height, palette, rows) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const data = deflateSync(rows, { level: 9, memLevel: 9 })
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...chunks])
}

function chunk(kind, body) {
  const whole = Buffer.alloc(body.length + 12)
  whole.writeUInt32BE(body.length, 0)
  whole.write(kind, 4, 'latin1')
  body.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, body.length + 8)), body.length + 8)
  return whole
}
