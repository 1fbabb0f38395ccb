import {
  type AttributeMap,
  type AttributeType,
  type AttributeValue,
  attributeTypeOf,
  EXPRESSION_MAX_OPERATORS,
  ITEM_MAX_BYTES,
} from '@monotable/protocol'
import { applyChanges, requireContainer } from './apply-changes.ts'
import { findAssignedFault } from './check-functions.ts'
import { type DocumentPath, readPath } from './document-path.ts'
import { invalidExpression, tooManyOperators } from './expression-parameter.ts'
import { parseUpdate, type SectionKind, type SectionNode } from './parse-update.ts'
import type { Placeholders } from './placeholders.ts'
import { createExpressionCache, readExpression } from './read-expression.ts'
import { resolveSeparatePaths } from './resolve-separate-paths.ts'
import { type Action, resolveAction } from './resolve-update.ts'
import { type NodeResolver, Resolver } from './resolver.ts'
import { statementSizeBytes } from './statement-size-bytes.ts'
import type { ActionNode, PathNode } from './syntax-tree.ts'
import { addToValue, deleteFromValue, readUpdateValue, updatedTooLarge } from './update-value.ts'

/** A compiled update of an item. */
export interface Update {
  /**
   * Returns the item after the update, without changing the original. Throws DynamoDB's error if the item does not
   * fit the update: a path that leads nowhere, a missing operand, or one of the wrong type.
   */
  apply(item: AttributeMap): AttributeMap
  /** The written attributes, whole or in part. */
  readonly attributeNames: ReadonlySet<string>
  /** The written paths, in the order of the text. */
  readonly paths: readonly DocumentPath[]
  /** The paths that are written or read. */
  readonly allPaths: readonly DocumentPath[]
  /** Whether there are only removals, which do not create a missing item. */
  readonly onlyRemoves: boolean
  /** Returns the type that a whole attribute gets, if that does not depend on the item. */
  knownTypeOf(attribute: string): AttributeType | undefined
  /** Returns the size of the request's content, to which the limit for items applies too; legacy updates have none. */
  sizeBytes(): number
}

/** An expression with its placeholders. */
export interface CompileUpdateInput {
  readonly source: string
  readonly placeholders: Placeholders
}

/**
 * Compiles an UpdateExpression.
 *
 * @example
 * const placeholders = new Placeholders({ values: { ':one': { N: '1' } } })
 * const update = compileUpdate({ source: 'SET visits = visits + :one REMOVE draft', placeholders })
 * update.apply({ visits: { N: '4' }, draft: { BOOL: true } }) // { visits: { N: '5' } }
 */
export function compileUpdate({ source, placeholders }: CompileUpdateInput): Update {
  const { nodes, pathNodes, operators } = parsed.get(source, parse)
  const update = updateFromNodes(new Resolver('UpdateExpression', placeholders), nodes, pathNodes)
  if (operators > EXPRESSION_MAX_OPERATORS) throw tooManyOperators('UpdateExpression')
  return update
}

/** Creates an update from actions and the paths that they write, in the order of the text. */
export function updateFromNodes(
  resolver: NodeResolver,
  nodes: readonly ActionNode[],
  pathNodes: readonly PathNode[],
): Update {
  const tree = resolveSeparatePaths(resolver, pathNodes)
  const paths = resolver.paths.toReversed()
  const actions = resolveActions(resolver, nodes, paths)
  const order = evaluationOrder(actions)
  return {
    apply: (item) => applyChanges(item, tree, changesOf(actions, order, item)),
    attributeNames: new Set(paths.map(([name]) => name as string)),
    paths,
    allPaths: resolver.paths,
    onlyRemoves: actions.every(isRemoval),
    knownTypeOf: (attribute) => knownTypeOf(actions, attribute),
    sizeBytes: () => statementSizeBytes(actions),
  }
}

function knownTypeOf(actions: readonly Action[], attribute: string): AttributeType | undefined {
  const action = actions.find(({ path }) => path.length === 1 && path[0] === attribute)
  if (action === undefined || action.kind === 'REMOVE') return undefined
  if (action.kind !== 'SET') return attributeTypeOf(action.operand)
  switch (action.value.kind) {
    case 'value':
      return attributeTypeOf(action.value.value)
    case '+':
    case '-':
      return 'N'
    case 'list_append':
      return 'L'
    default:
      return undefined
  }
}

/** DynamoDB checks the last action first. */
function resolveActions(
  resolver: NodeResolver,
  nodes: readonly ActionNode[],
  paths: readonly DocumentPath[],
): Action[] {
  const actions: Action[] = []
  for (let position = nodes.length - 1; position >= 0; position--) {
    const node = nodes[position] as ActionNode
    actions.push(resolveAction(resolver, node, paths[position] as DocumentPath))
  }
  return actions.reverse()
}

/**
 * Returns the positions of the actions in the order in which they can fail: seen in DynamoDB Local, ADD and DELETE
 * before the others, and within each kind the last first.
 */
function evaluationOrder(actions: readonly Action[]): number[] {
  const positions = actions.map((_, position) => position).reverse()
  const isEarly = (position: number) => isClause(actions[position] as Action)
  return [...positions.filter(isEarly), ...positions.filter((position) => !isEarly(position))]
}

function changesOf(actions: readonly Action[], order: readonly number[], item: AttributeMap) {
  const changes: (AttributeValue | undefined)[] = new Array(actions.length)
  let elements = 0
  for (const position of order) {
    const action = actions[position] as Action
    requireContainer(item, action.path)
    const change = changeOf(action, item)
    changes[position] = change
    elements += elementsMade(action, change)
    // Each of them takes at least a byte: an update of a few bytes could create hundreds of lists as large as an
    // item.
    if (elements > ITEM_MAX_BYTES) throw updatedTooLarge()
  }
  return changes
}

/** Returns the number of elements of a list that the action creates. */
function elementsMade(action: Action, change: AttributeValue | undefined): number {
  const isMade = action.kind === 'SET' && action.value.kind === 'list_append'
  return isMade && change !== undefined && 'L' in change ? change.L.length : 0
}

function changeOf(action: Action, item: AttributeMap): AttributeValue | undefined {
  switch (action.kind) {
    case 'SET':
      return readUpdateValue(action.value, item)
    case 'REMOVE':
      return undefined
    case 'ADD':
      return addToValue(readPath(item, action.path), action.operand)
    case 'DELETE':
      return deleteFromValue(readPath(item, action.path), action.operand)
  }
}

function isClause({ kind }: Action): boolean {
  return kind === 'ADD' || kind === 'DELETE'
}

function isRemoval({ kind }: Action): boolean {
  return kind === 'REMOVE' || kind === 'DELETE'
}

interface ParsedUpdate {
  readonly nodes: readonly ActionNode[]
  readonly pathNodes: readonly PathNode[]
  readonly operators: number
}

const parsed = createExpressionCache<ParsedUpdate>()

function parse(source: string): ParsedUpdate {
  const reader = readExpression(source, 'UpdateExpression')
  const sections = parseUpdate(reader)
  const fault = findUpdateFault(sections)
  if (fault !== undefined) throw invalidExpression('UpdateExpression', fault)
  const nodes = sections.flatMap(({ actions }) => actions)
  return { nodes, pathNodes: nodes.map(({ path }) => path), operators: reader.operators }
}

/**
 * Returns the first mistake in an update that does not depend on its placeholders: those within a section come
 * first, then that the section is repeated.
 */
function findUpdateFault(sections: readonly SectionNode[]): string | undefined {
  const seen = new Set<SectionKind>()
  for (const { kind, actions } of sections) {
    for (const action of actions) {
      const fault = action.path.fault ?? (action.kind === 'SET' ? findAssignedFault(action.value) : undefined)
      if (fault !== undefined) return fault
    }
    if (seen.has(kind)) return `The "${kind}" section can only be used once in an update expression;`
    seen.add(kind)
  }
  return undefined
}
