import { isReservedWord } from './reserved-words.ts'
import type { PathNode, PathStep } from './syntax-tree.ts'
import type { TokenReader } from './token-reader.ts'

// Seen on AWS; in DynamoDB Local, and in PartiQL on AWS too, the limit is 2 ** 31 - 1.
const INDEX_MAX = 2 ** 32 - 2

/**
 *     Path : Name ( "." Name | "[" NUMBER "]" )*
 *     Name : IDENTIFIER | NAME
 */
export function parsePath(reader: TokenReader): PathNode {
  const steps: PathStep[] = []
  let isLiteral = true
  let fault: string | undefined
  do {
    if (reader.kind === 'name') {
      isLiteral = false
      steps.push(reader.take())
    } else {
      const name = reader.expect('identifier')
      if (isReservedWord(name)) fault ??= `Attribute name is a reserved keyword; reserved keyword: ${name}`
      steps.push(name)
    }
    while (reader.accept('[')) {
      const index = reader.expect('number')
      if (Number(index) > INDEX_MAX) {
        fault ??= `List index is not within the allowable range; index: [${index}]`
      }
      steps.push(Number(index))
      reader.expect(']')
    }
  } while (reader.accept('.'))
  return { kind: 'path', steps, isLiteral, fault }
}
