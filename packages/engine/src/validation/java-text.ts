import { getOwn } from '@monotable/protocol'
import type { Shape, StructShape } from './shape.ts'
import { memberSegment } from './violation.ts'

/** Where to stop: no message needs more, and a hostile request must not make it grow without end. */
const MAX_LENGTH = 1_000_000
const MAX_DEPTH = 100

/** How AWS's classes print an attribute value: all types, also those that the API no longer has. */
const valueFields = {
  s: 'S',
  n: 'N',
  b: 'B',
  iNT: undefined,
  dECIMAL: undefined,
  dOUBLE: undefined,
  sS: 'SS',
  nS: 'NS',
  bS: 'BS',
  iNTSET: undefined,
  dECIMALSET: undefined,
  dOUBLESET: undefined,
  m: 'M',
  l: 'L',
  nULL: 'NULL',
  bOOL: 'BOOL',
} as const

type Members = { readonly [name: string]: unknown }

/**
 * A part of a request as Java prints it, which is how AWS's older messages echo it.
 *
 * @example
 * javaText([{ AttributeName: 'pk', KeyType: 'HASH' }], list(keySchemaElement))
 * // [KeySchemaElement(attributeName=pk, keyType=HASH)]
 */
export function javaText(value: unknown, shape: Shape): string {
  const printer = new Printer()
  printer.print(value, shape, 0)
  return printer.text
}

class Printer {
  text = ''

  print(value: unknown, shape: Shape, depth: number): void {
    if (value === undefined || value === null || depth > MAX_DEPTH) {
      this.text += 'null'
    } else if (this.text.length < MAX_LENGTH) {
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
      this.text += String(value)
    }
  }

  #printList(elements: readonly unknown[], printElement: (element: unknown) => void): void {
    this.text += '['
    elements.forEach((element, index) => {
      if (index > 0) this.text += ', '
      printElement(element)
    })
    this.text += ']'
  }

  #printMap(members: Members, printElement: (element: unknown) => void): void {
    this.text += '{'
    Object.keys(members).forEach((name, index) => {
      if (index > 0) this.text += ', '
      this.text += `${name}=`
      printElement(members[name])
    })
    this.text += '}'
  }

  #printStruct(value: Members, { name, members, unmodelled = [] }: StructShape, depth: number): void {
    this.text += `${name}(`
    let separator = ''
    for (const [member, shape] of Object.entries(members)) {
      this.text += `${separator}${memberSegment(member).camel}=`
      this.print(value[member], shape, depth + 1)
      separator = ', '
    }
    for (const member of unmodelled) this.text += `${separator}${member}=null`
    this.text += ')'
  }

  #printValue(value: Members, depth: number): void {
    let separator = 'AttributeValue('
    for (const [field, type] of Object.entries(valueFields)) {
      this.text += `${separator}${field}=`
      this.#printContent(type === undefined ? undefined : getOwn(value, type), depth + 1)
      separator = ', '
    }
    this.text += ')'
  }

  #printContent(content: unknown, depth: number): void {
    if (typeof content !== 'object' || content === null) {
      this.text += String(content ?? null)
    } else if (content instanceof Uint8Array) {
      this.text += `java.nio.HeapByteBuffer[pos=0 lim=${content.length} cap=${content.length}]`
    } else if (Array.isArray(content)) {
      this.#printList(content, (element) => this.#printElement(element, depth))
    } else {
      this.#printMap(content as Members, (element) => this.#printElement(element, depth))
    }
  }

  // An element of a set is text or binary, one of a list or map a value.
  #printElement(element: unknown, depth: number): void {
    if (typeof element !== 'object' || element === null || element instanceof Uint8Array) {
      this.#printContent(element, depth)
    } else {
      this.print(element, { kind: 'attributeValue' }, depth)
    }
  }
}
