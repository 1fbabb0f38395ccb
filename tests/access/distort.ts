import type { Dice } from './dice.ts'
import type { HostileRequest } from './draw-hostile.ts'
import { HASH, mine, theirs } from './guarded-database.ts'

type Tree = { [name: string]: unknown }

/** Members of other operations, which must not count where they do not belong. */
const strays: Tree = {
  Item: { [HASH]: { S: mine.S }, Id: { N: mine.N } },
  Key: { [HASH]: { S: mine.S }, R: { N: '1' } },
  Select: 'COUNT',
  IndexName: 'byG',
  TableName: 'Own',
  ProjectionExpression: 'a',
  AttributesToGet: ['a'],
  ReturnValues: 'NONE',
  KeyConditions: {},
  Parameters: [{ S: mine.S }],
}

/** Changes a request here and there, as somebody might who looks for a gap. */
export function distort(dice: Dice, request: HostileRequest): HostileRequest {
  const input = JSON.parse(JSON.stringify(request.input)) as Tree
  const nodes: Tree[] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (!Array.isArray(node)) nodes.push(node as Tree)
    for (const child of Object.values(node)) collect(child)
  }
  collect(input)
  for (let round = dice.below(3); round > 0; round--) {
    const node = dice.pick(nodes)
    const name = dice.pick([...Object.keys(node), 'x'])
    switch (dice.below(6)) {
      case 0:
        set(node, dice.pick(Object.keys(strays)), strays)
        break
      case 1:
        set(node, '__proto__', { ['__proto__']: dice.pick([strays, null, {}]) })
        break
      case 2:
        node[name] = null
        break
      case 3:
        // Half a surrogate pair reads like the last character of the name.
        if (name in node) node[name.replace('\ufffd', '\ud800')] = other(dice, node[name])
        break
      default:
        if (name in node) node[name] = other(dice, node[name])
    }
  }
  return { operation: request.operation, input }
}

function set(node: Tree, name: string, values: Tree): void {
  Object.defineProperty(node, name, {
    value: Object.getOwnPropertyDescriptor(values, name)?.value ?? strays,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

/** The same with the user's own values and those of others exchanged, or something else. */
function other(dice: Dice, given: unknown): unknown {
  const isMine = JSON.stringify(given ?? null).includes(mine.S)
  const [from, to] = isMine ? [mine.S, theirs.S] : [theirs.S, mine.S]
  const exchanged: unknown = JSON.parse(JSON.stringify(given ?? null).replaceAll(from, to))
  return dice.once(6) ? dice.pick([true, 'true', 1, [], {}, 'x', [exchanged]]) : exchanged
}
