import { getOwn } from '@monotable/protocol'
import type { Shape, StructShape } from './shape.ts'
import { memberSegment } from './violation.ts'

/** Where to stop: no message needs more, and a hostile request must not make it grow indefinitely. */
const MAX_LENGTH = 500_000
const MAX_DEPTH = 100

/** The fields in which AWS's classes print an attribute value: all types, including those no longer in the API. */
const valueFields: readonly (readonly [field: string, type?: string])[] = [
  ['s', 'S'],
  ['n', 'N'],
  ['b', 'B'],
  ['iNT'],
  ['dECIMAL'],
  ['dOUBLE'],
  ['sS', 'SS'],
  ['nS', 'NS'],
  ['bS', 'BS'],
  ['iNTSET'],
  ['dECIMALSET'],
  ['dOUBLESET'],
  ['m', 'M'],
  ['l', 'L'],
  ['nULL', 'NULL'],
  ['bOOL', 'BOOL'],
]

type Members = { readonly [name: string]: unknown }

/**
 * Returns a part of a request in Java's format, which AWS's older messages use to echo it.
 *
 * @example
 * javaText([{ AttributeName: 'pk', KeyType: 'HASH' }], list(keySchemaElement))
 * // '[KeySchemaElement(attributeName=pk, keyType=HASH)]'
 */
export function javaText(value: unknown, shape: Shape): string {
  const printer = new Printer()
  printer.print(value, shape, 0)
  return printer.toString()
}

class Printer {
  readonly #pieces: string[] = []
  #length = 0

  toString(): string {
    return this.#pieces.join('')
  }

  #add(piece: string): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  print(value: unknown, shape: Shape, depth: number): void {
    if (value === undefined || value === null || depth > MAX_DEPTH) {
      this.#add('null')
    } else {
      this.#printPresent(value, shape, depth)
    }
  }

  #printPresent(value: unknown, shape: Shape, depth: number): void {
    if (shape.kind === 'list') {
      this.#printList(value as readonly unknown[], (element) => this.print(element, shape.member, depth + 1))
    } else if (shape.kind === 'map') {
      this.#printMap(value as Members, (element) => this.print(element, shape.value, depth + 1))
    } else if (shape.kind === 'struct') {
      this.#printStruct(value as Members, shape, depth)
    } else if (shape.kind === 'attributeValue') {
      this.#printValue(value as Members, depth)
    } else {
      this.#add(String(value))
    }
  }

  #printList(elements: readonly unknown[], printElement: (element: unknown) => void): void {
    let separator = '['
    for (const element of elements) {
      if (this.#isFull) break
      this.#add(separator)
      printElement(element)
      separator = ', '
    }
    this.#add(elements.length === 0 ? '[]' : ']')
  }

  #printMap(members: Members, printElement: (element: unknown) => void): void {
    const names = Object.keys(members)
    let separator = '{'
    for (const name of names) {
      if (this.#isFull) break
      this.#add(`${separator}${name}=`)
      printElement(members[name])
      separator = ', '
    }
    this.#add(names.length === 0 ? '{}' : '}')
  }

  get #isFull(): boolean {
    return this.#length >= MAX_LENGTH
  }

  #printStruct(value: Members, { name, members, unmodelled = [] }: StructShape, depth: number): void {
    this.#add(`${name}(`)
    let separator = ''
    for (const [member, shape] of Object.entries(members)) {
      this.#add(`${separator}${memberSegment(member).camel}=`)
      this.print(value[member], shape, depth + 1)
      separator = ', '
    }
    for (const member of unmodelled) this.#add(`${separator}${member}=null`)
    this.#add(')')
  }

  #printValue(value: Members, depth: number): void {
    let separator = 'AttributeValue('
    for (const [field, type] of valueFields) {
      const content = type === undefined ? undefined : getOwn(value, type)
      if (content === undefined || content === null) {
        this.#add(`${separator}${field}=null`)
      } else {
        this.#add(`${separator}${field}=`)
        this.#printContent(content, depth + 1)
      }
      separator = ', '
    }
    this.#add(')')
  }

  #printContent(content: unknown, depth: number): void {
    if (typeof content !== 'object' || content === null) {
      this.#add(String(content ?? null))
    } else if (content instanceof Uint8Array) {
      this.#add(`java.nio.HeapByteBuffer[pos=0 lim=${content.length} cap=${content.length}]`)
    } else if (Array.isArray(content)) {
      this.#printList(content, (element) => this.#printElement(element, depth))
    } else {
      this.#printMap(content as Members, (element) => this.#printElement(element, depth))
    }
  }

  // An element of a set is text or binary, one of a list or map is a value.
  #printElement(element: unknown, depth: number): void {
    if (typeof element !== 'object' || element === null || element instanceof Uint8Array) {
      this.#printContent(element, depth)
    } else {
      this.print(element, { kind: 'attributeValue' }, depth)
    }
  }
}
