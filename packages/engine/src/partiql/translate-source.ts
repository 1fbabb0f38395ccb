import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, validationError } from '@monotable/protocol'
import type { Expression, SourceNode } from './syntax-tree.ts'
import { nameOf } from './translate-path.ts'

/** A table, and one of its indexes if the statement names one. */
export interface Source {
  readonly tableName: string
  readonly indexName: string | undefined
}

/** Returns the table that FROM or UPDATE names. */
export function translateSource({ expression, alias }: SourceNode): Source {
  if (alias) throw validationError('Aliasing is not supported')
  return sourceOf(expression)
}

/** Returns the table that INSERT INTO names; indexes cannot be written. */
export function translateTarget(target: Expression): Source {
  if (target.kind !== 'variable') {
    throw validationError('FROM clause may only contain a single table name in data manipulation statements')
  }
  return sourceOf(target)
}

function sourceOf(expression: Expression): Source {
  if (expression.kind === 'variable') return { tableName: tableNameOf(expression.name), indexName: undefined }
  if (expression.kind !== 'path' || expression.root.kind !== 'variable') {
    throw validationError('Unexpected from source')
  }
  const names = expression.steps.map((step) => {
    if (step.kind === 'name') return nameOf(step.name)
    if (step.kind === 'bracket') throw validationError('Invalid list expression in source.')
    throw validationError(
      'Invalid path dot component in this operation, expecting either an IDENTIFIER or STAR.',
    )
  })
  if (names.length > 1) throw validationError('A path may contain at most 2 components in the FROM clause')
  return { tableName: tableNameOf(expression.root.name), indexName: names[0] }
}

function tableNameOf(name: string): string {
  const { length } = nameOf(name)
  if (length < NAME_MIN_LENGTH || length > NAME_MAX_LENGTH || !/^[a-zA-Z0-9_.-]+$/.test(name)) {
    throw validationError(
      "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.",
    )
  }
  return name
}
