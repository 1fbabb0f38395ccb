import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, Value } from '../case.ts'
import { enveloped, invalid, parameter } from '../errors.ts'
import { matching } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { B, BOOL, BS, L, M, N, NS, NULL, S, SS } from '../values.ts'

const page = documentation('AttributeUpdates (legacy)')
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const mismatch = invalid(matching(/Type mismatch for attribute to update/))

const put = (value: Value): Fields => ({ Action: 'PUT', Value: value })
const add = (value: Value): Fields => ({ Action: 'ADD', Value: value })
const remove = (value?: Value): Fields => (value ? { Action: 'DELETE', Value: value } : { Action: 'DELETE' })

/** [name, the item before or nothing, the updates, the item after or the error] */
const rows: readonly [string, Item | undefined, { [name: string]: Fields }, Item | ExpectedError][] = [
  ['PUT makes an attribute', {}, { a: put(S('x')) }, { a: S('x') }],
  ['PUT replaces an attribute', { a: N(1) }, { a: put(L()) }, { a: L() }],
  ['PUT is the default action', {}, { a: { Value: S('x') } }, { a: S('x') }],
  ['PUT makes the item', undefined, { a: put(S('x')) }, { a: S('x') }],
  ['ADD to a number', { a: N(1) }, { a: add(N('2.5')) }, { a: N('3.5') }],
  ['ADD starts at zero', {}, { a: add(N(2)) }, { a: N(2) }],
  ['ADD makes the item', undefined, { a: add(N(2)) }, { a: N(2) }],
  ['ADD to a string set', { a: SS('a') }, { a: add(SS('a', 'b')) }, { a: SS('a', 'b') }],
  ['ADD to a number set', { a: NS(1) }, { a: add(NS('1.0', 2)) }, { a: NS(1, 2) }],
  ['ADD to a binary set', { a: BS('AA==') }, { a: add(BS('AQ==')) }, { a: BS('AA==', 'AQ==') }],
  ['ADD makes a set', {}, { a: add(SS('a')) }, { a: SS('a') }],
  ['ADD to a list appends', { a: L(N(1)) }, { a: add(L(N(1), N(2))) }, { a: L(N(1), N(1), N(2)) }],
  ['ADD makes a list', {}, { a: add(L(N(1))) }, { a: L(N(1)) }],
  ['ADD of a number to a string is refused', { a: S('x') }, { a: add(N(1)) }, mismatch],
  ['ADD of a set of another type is refused', { a: SS('x') }, { a: add(NS(1)) }, mismatch],
  ['ADD of a number to a set is refused', { a: NS(1) }, { a: add(N(1)) }, mismatch],
  ['ADD of a set to a list is refused', { a: L() }, { a: add(SS('x')) }, mismatch],
  ['DELETE removes an attribute', { a: S('x'), b: S('y') }, { a: remove() }, { b: S('y') }],
  ['DELETE of a missing attribute', { b: S('y') }, { a: remove() }, { b: S('y') }],
  ['DELETE of set members', { a: SS('a', 'b', 'c') }, { a: remove(SS('b', 'x')) }, { a: SS('a', 'c') }],
  ['DELETE of all set members removes the attribute', { a: NS(1) }, { a: remove(NS('1.0')) }, {}],
  ['DELETE of members of a missing set', {}, { a: remove(SS('x')) }, {}],
  ['DELETE from a set of another type is refused', { a: SS('1') }, { a: remove(NS(1)) }, mismatch],
  ['DELETE of members of a string is refused', { a: S('1') }, { a: remove(SS('1')) }, mismatch],
  [
    'several actions at once',
    { a: N(1), b: S('x'), c: SS('a') },
    { a: add(N(1)), b: remove(), c: add(SS('b')), d: put(NULL) },
    { a: N(2), c: SS('a', 'b'), d: NULL },
  ],
  ['a name with a dot is one attribute', { a: M({}) }, { 'a.b': put(S('x')) }, { a: M({}), 'a.b': S('x') }],
  ['no updates make the item', undefined, {}, {}],
]

const isError = (result: Item | ExpectedError): result is ExpectedError => 'message' in result

const rowCases = rows.map(([name, before, updates, result]): ConformanceCase => {
  const input = { ...key, AttributeUpdates: updates, ReturnValues: 'ALL_NEW' }
  return {
    name: `AttributeUpdates: ${name}`,
    source: name.includes('refused') || name.includes('list') ? alternator : page,
    ...(before ? { given: { hash: [{ pk: S('k'), ...before }] } } : {}),
    steps: [
      isError(result)
        ? refusal('UpdateItem', input, result)
        : step('UpdateItem', input, { Attributes: { pk: S('k'), ...result } }),
    ],
  }
})

const p = parameter
const onlyDelete = p('Only DELETE action is allowed when no attribute value is specified')
const mistakes: readonly [string, Fields, ExpectedError][] = [
  ['PUT without a value', { Action: 'PUT' }, enveloped(onlyDelete)],
  ['ADD without a value', { Action: 'ADD' }, enveloped(onlyDelete)],
  ['nothing', {}, enveloped(onlyDelete)],
  ...(
    [
      ['S', S('x')],
      ['B', B('AA==')],
      ['BOOL', BOOL(true)],
      ['NULL', NULL],
      ['M', M({})],
    ] as const
  ).map(([type, value]): [string, Fields, ExpectedError] => [
    `ADD of type ${type}`,
    add(value),
    enveloped(p(`ADD action is not supported for the type ${type}`)),
  ]),
  ...(
    [
      ['S', S('x')],
      ['N', N(1)],
      ['L', L()],
      ['M', M({})],
    ] as const
  ).map(([type, value]): [string, Fields, ExpectedError] => [
    `DELETE of type ${type}`,
    remove(value),
    enveloped(p(`DELETE action with value is not supported for the type ${type}`)),
  ]),
]

const mistakeCases = mistakes.map(([name, update, error]) =>
  refused(
    { name: `AttributeUpdates refuse ${name}`, source: dynalite, operation: 'UpdateItem' },
    { ...key, AttributeUpdates: { a: update } },
    error,
  ),
)

const missing: readonly ConformanceCase[] = [
  { name: 'without a value', update: remove() },
  { name: 'of set members', update: remove(SS('x')) },
].map(({ name, update }) => ({
  name: `AttributeUpdates: DELETE ${name} does not make a missing item`,
  source: alternator,
  steps: [step('UpdateItem', { ...key, AttributeUpdates: { a: update } }, {}), step('GetItem', key, {})],
}))

const badAction = refused(
  { name: 'AttributeUpdates refuse an unknown action', source: alternator, operation: 'UpdateItem' },
  { ...key, AttributeUpdates: { a: { Action: 'DOG', Value: S('x') } } },
  invalid(matching(/./)),
)

const others: readonly ConformanceCase[] = [
  refused(
    { name: 'AttributeUpdates of a key attribute are refused', source: parity, operation: 'UpdateItem' },
    { ...key, AttributeUpdates: { pk: put(S('x')) } },
    invalid(p('Cannot update attribute pk. This attribute is part of the key')),
  ),
  {
    name: 'AttributeUpdates with UPDATED_OLD and UPDATED_NEW',
    source: alternator,
    given: { hash: [{ pk: S('k'), a: N(1), b: S('x') }] },
    steps: [
      step(
        'UpdateItem',
        { ...key, AttributeUpdates: { a: add(N(1)), c: put(S('new')) }, ReturnValues: 'UPDATED_OLD' },
        { Attributes: { a: N(1) } },
      ),
      step(
        'UpdateItem',
        { ...key, AttributeUpdates: { a: add(N(1)), b: remove() }, ReturnValues: 'UPDATED_NEW' },
        { Attributes: { a: N(3) } },
      ),
      step('UpdateItem', { ...key, AttributeUpdates: {}, ReturnValues: 'UPDATED_NEW' }, {}),
    ],
  },
  refused(
    {
      name: 'a mistake in AttributeUpdates is reported before one in Expected',
      source: dynalite,
      operation: 'UpdateItem',
    },
    { ...key, AttributeUpdates: { a: {} }, Expected: { a: { Exists: true } } },
    enveloped(onlyDelete),
  ),
]

export const attributeUpdates: readonly ConformanceCase[] = [
  ...rowCases,
  ...mistakeCases,
  ...missing,
  badAction,
  ...others,
]
