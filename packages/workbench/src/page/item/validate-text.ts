import { canonicalizeNumber } from '@monotable/protocol'
import { messageOf } from '../message-of.ts'

/** A validated text, or what is wrong with it. */
export type Validated = { readonly text: string } | { readonly problem: string }

/** Validates a number and keeps all its digits. */
export function validateNumber(text: string): Validated {
  if (text.trim() === '') return { problem: 'A number is missing.' }
  try {
    return { text: canonicalizeNumber(text.trim()) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Validates binary data as base64 with padding. */
export function validateBase64(text: string): Validated {
  const packed = text.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed) || packed.length % 4 !== 0) {
    return { problem: 'Base64 is groups of four characters of A–Z, a–z, 0–9, + and /, padded with =.' }
  }
  return { text: packed }
}

/** Accepts any string. */
export function validateString(text: string): Validated {
  return { text }
}

const HEX_MAX_BYTES = 64

/** Formats the first bytes of binary data in hexadecimal. */
export function hexOf(base64: string): string {
  const bytes = atob(base64.slice(0, Math.ceil(HEX_MAX_BYTES / 3) * 4))
  const shown = [...bytes].slice(0, HEX_MAX_BYTES)
  const hex = shown.map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(' ')
  return bytes.length > HEX_MAX_BYTES || base64.length > (HEX_MAX_BYTES / 3) * 4 + 4 ? `${hex} …` : hex
}
