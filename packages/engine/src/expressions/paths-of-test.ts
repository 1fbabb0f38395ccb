import type { DocumentPath } from './document-path.ts'
import type { Test } from './evaluate-condition.ts'
import type { Operand } from './operand.ts'

/** Returns all paths that a test uses, in order. */
export function pathsOfTest(test: Test): readonly DocumentPath[] {
  switch (test.kind) {
    case 'AND':
    case 'OR':
      return test.tests.flatMap(pathsOfTest)
    case 'NOT':
      return pathsOfTest(test.test)
    case 'compare':
    case 'begins_with':
    case 'contains':
      return [test.left, test.right].flatMap(pathsOfOperand)
    case 'BETWEEN':
      return [test.operand, test.lower, test.upper].flatMap(pathsOfOperand)
    case 'IN':
      return [test.operand, ...test.candidates].flatMap(pathsOfOperand)
    case 'attribute_type':
      return pathsOfOperand(test.operand)
    default:
      return [test.path]
  }
}

function pathsOfOperand(operand: Operand): readonly DocumentPath[] {
  switch (operand.kind) {
    case 'path':
      return [operand.path]
    case 'value':
      return []
    case 'size':
      return pathsOfOperand(operand.operand)
    case 'condition':
      return operand.paths
  }
}
