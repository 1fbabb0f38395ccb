import { refusal, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { placeholders } from '../evaluate.ts'
import { alternator, documentation, dynalite, local, parity } from '../sources.ts'
import { B, BOOL, BS, L, M, N, NS, NULL, S, SS } from '../values.ts'

const reference = documentation('Update expressions')

interface Row {
  readonly name: string
  readonly source?: string
  readonly before?: Item
  readonly expression: string
  readonly values?: { readonly [name: string]: Value }
  readonly names?: { readonly [name: string]: string }
  readonly after?: Item
  readonly error?: ExpectedError
}

const badPath = invalid('The document path provided in the update expression is invalid for update')
const noAttribute = invalid('The provided expression refers to an attribute that does not exist in the item')
const badOperand = invalid('An operand in the update expression has an incorrect data type')

const set: readonly Row[] = [
  {
    name: 'SET makes an attribute',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': S('x') },
    after: { a: S('x') },
  },
  {
    name: 'SET replaces an attribute by another type',
    before: { a: S('x') },
    expression: 'SET a = :v',
    values: { ':v': L() },
    after: { a: L() },
  },
  {
    name: 'SET makes the item when there is none',
    expression: 'SET a = :v',
    values: { ':v': S('x') },
    after: { a: S('x') },
  },
  {
    name: 'SET copies another attribute',
    before: { a: S('x') },
    expression: 'SET b = a',
    after: { a: S('x'), b: S('x') },
  },
  {
    name: 'SET copies a nested attribute',
    before: { m: M({ x: L(N(1), N(2)) }) },
    expression: 'SET b = m.x[1]',
    after: { m: M({ x: L(N(1), N(2)) }), b: N(2) },
  },
  {
    name: 'SET reads the item as it was: a swap',
    source: alternator,
    before: { a: N(1), b: N(2) },
    expression: 'SET a = b, b = a',
    after: { a: N(2), b: N(1) },
  },
  {
    name: 'SET may read a key attribute',
    source: alternator,
    before: {},
    expression: 'SET a = pk',
    after: { a: S('k') },
  },
  {
    name: 'SET of an attribute to itself changes nothing',
    source: alternator,
    before: { a: N(1) },
    expression: 'SET a = a',
    after: { a: N(1) },
  },
  {
    name: 'SET of a map member',
    before: { m: M({ x: N(1), y: N(2) }) },
    expression: 'SET m.x = :v',
    values: { ':v': N(9) },
    after: { m: M({ x: N(9), y: N(2) }) },
  },
  {
    name: 'SET of a new map member',
    before: { m: M({}) },
    expression: 'SET m.x = :v',
    values: { ':v': N(9) },
    after: { m: M({ x: N(9) }) },
  },
  {
    name: 'SET of a list element',
    before: { l: L(N(1), N(2)) },
    expression: 'SET l[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(9), N(2)) },
  },
  {
    name: 'SET beyond the end of a list appends',
    source: parity,
    before: { l: L(N(1), N(2), N(3)) },
    expression: 'SET l[5] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(1), N(2), N(3), N(9)) },
  },
  {
    name: 'SET of the first element of an empty list',
    source: parity,
    before: { l: L() },
    expression: 'SET l[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(N(9)) },
  },
  {
    name: 'several SETs beyond the end are appended by index',
    source: alternator,
    before: { l: L(N(0)) },
    expression: 'SET l[84] = :a, l[37] = :b, l[17] = :c, l[50] = :d',
    values: { ':a': N(84), ':b': N(37), ':c': N(17), ':d': N(50) },
    after: { l: L(N(0), N(17), N(37), N(50), N(84)) },
  },
  {
    name: 'SET in a list in a map in a list',
    before: { l: L(M({ x: L(N(1)) })) },
    expression: 'SET l[0].x[0] = :v',
    values: { ':v': N(9) },
    after: { l: L(M({ x: L(N(9)) })) },
  },
  {
    name: 'SET of several members of one map',
    source: alternator,
    before: { a: M({ x: N(1) }), b: M({ y: N(1) }) },
    expression: 'SET a.p = :v, a.q = :v REMOVE a.x, b.y',
    values: { ':v': N(9) },
    after: { a: M({ p: N(9), q: N(9) }), b: M({}) },
  },
  {
    name: 'a name with a dot is one attribute',
    source: alternator,
    before: {},
    expression: 'SET #n = :v',
    names: { '#n': 'a.b' },
    values: { ':v': N(1) },
    after: { 'a.b': N(1) },
  },
  {
    name: 'keywords in any case',
    source: alternator,
    before: { b: N(1) },
    expression: 'sEt a = :v rEmOvE b',
    values: { ':v': N(1) },
    after: { a: N(1) },
  },
  {
    name: 'no white space is needed',
    source: alternator,
    before: {},
    expression: 'set a=:v,b=:v',
    values: { ':v': N(1) },
    after: { a: N(1), b: N(1) },
  },
  {
    name: 'SET of an empty string',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': S('') },
    after: { a: S('') },
  },
  {
    name: 'SET of an empty map inside a list',
    before: {},
    expression: 'SET a = :v',
    values: { ':v': L(M({})) },
    after: { a: L(M({})) },
  },
  {
    name: 'SET through a missing map',
    source: alternator,
    before: {},
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET through a missing item',
    source: alternator,
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of a member of a string',
    source: alternator,
    before: { m: S('x') },
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of a member of a list',
    source: alternator,
    before: { m: L() },
    expression: 'SET m.x = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a map',
    source: alternator,
    before: { m: M({}) },
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a missing list',
    source: alternator,
    before: {},
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET of an element of a set',
    source: alternator,
    before: { m: SS('a') },
    expression: 'SET m[0] = :v',
    values: { ':v': N(1) },
    error: badPath,
  },
  {
    name: 'SET from a missing attribute',
    source: alternator,
    before: {},
    expression: 'SET a = b',
    error: noAttribute,
  },
  {
    name: 'SET from an attribute made in the same update',
    source: alternator,
    before: {},
    expression: 'SET a = :v, b = a',
    values: { ':v': N(1) },
    error: noAttribute,
  },
  {
    name: 'SET from a list element beyond the end',
    source: reference,
    before: { l: L() },
    expression: 'SET a = l[0]',
    error: noAttribute,
  },
  {
    name: 'SET of an attribute to itself that is missing',
    source: alternator,
    before: {},
    expression: 'SET a = a',
    error: noAttribute,
  },
  { name: 'SET from a missing item', source: alternator, expression: 'SET a = b', error: noAttribute },
]

const arithmetic: readonly Row[] = [
  {
    name: 'SET adds',
    before: { n: N(1) },
    expression: 'SET n = n + :v',
    values: { ':v': N(2) },
    after: { n: N(3) },
  },
  {
    name: 'SET subtracts',
    before: { n: N(1) },
    expression: 'SET n = n - :v',
    values: { ':v': N(2) },
    after: { n: N(-1) },
  },
  {
    name: 'SET subtracts from a literal',
    before: { n: N(1) },
    expression: 'SET n = :v - n',
    values: { ':v': N(2) },
    after: { n: N(1) },
  },
  {
    name: 'SET adds two literals',
    before: {},
    expression: 'SET n = :v + :v',
    values: { ':v': N(2) },
    after: { n: N(4) },
  },
  {
    name: 'SET adds two attributes',
    before: { a: N('0.1'), b: N('0.2') },
    expression: 'SET n = a + b',
    after: { a: N('0.1'), b: N('0.2'), n: N('0.3') },
  },
  {
    name: 'SET in parentheses',
    source: parity,
    before: { n: N(5) },
    expression: 'SET n = (n - :v)',
    values: { ':v': N(2) },
    after: { n: N(3) },
  },
  {
    name: 'SET adds to a default',
    source: alternator,
    before: {},
    expression: 'SET n = if_not_exists(n, :z) + :v',
    values: { ':z': N(10), ':v': N(2) },
    after: { n: N(12) },
  },
  {
    name: 'SET subtracts from a default',
    source: parity,
    before: { n: N(1) },
    expression: 'SET n = if_not_exists(n, :z) - :v',
    values: { ':z': N(10), ':v': N(2) },
    after: { n: N(-1) },
  },
  {
    name: 'SET adds two defaults',
    source: alternator,
    before: { a: N(1) },
    expression: 'SET n = if_not_exists(a, :v) + if_not_exists(b, :v)',
    values: { ':v': N(10) },
    after: { a: N(1), n: N(11) },
  },
  {
    name: '+ with a stored string',
    before: { n: S('1') },
    expression: 'SET n = n + :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: '- with a stored list',
    before: { n: L(N(1)) },
    expression: 'SET n = n - :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: '+ with a missing attribute',
    before: {},
    expression: 'SET n = n + :v',
    values: { ':v': N(1) },
    error: noAttribute,
  },
]

const functions: readonly Row[] = [
  {
    name: 'if_not_exists keeps what is there',
    before: { a: S('old') },
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': S('new') },
    after: { a: S('old') },
  },
  {
    name: 'if_not_exists gives the default',
    before: {},
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': S('new') },
    after: { a: S('new') },
  },
  {
    name: 'if_not_exists of another attribute',
    before: { b: S('b') },
    expression: 'SET a = if_not_exists(b, :v)',
    values: { ':v': S('new') },
    after: { a: S('b'), b: S('b') },
  },
  {
    name: 'if_not_exists with an attribute as default',
    before: { b: S('b') },
    expression: 'SET a = if_not_exists(a, b)',
    after: { a: S('b'), b: S('b') },
  },
  {
    name: 'if_not_exists of a nested path',
    before: { m: M({}) },
    expression: 'SET m.x = if_not_exists(m.x, :v)',
    values: { ':v': N(1) },
    after: { m: M({ x: N(1) }) },
  },
  {
    name: 'if_not_exists inside if_not_exists',
    source: alternator,
    before: {},
    expression: 'SET a = if_not_exists(b, if_not_exists(c, :v))',
    values: { ':v': N(1) },
    after: { a: N(1) },
  },
  {
    name: 'if_not_exists with a missing default that is not needed',
    source: local,
    before: { b: N(1) },
    expression: 'SET a = if_not_exists(b, c)',
    error: noAttribute,
  },
  {
    name: 'if_not_exists with a missing default',
    before: {},
    expression: 'SET a = if_not_exists(b, c)',
    error: noAttribute,
  },
  {
    name: 'if_not_exists keeps an attribute of type NULL',
    before: { a: NULL },
    expression: 'SET a = if_not_exists(a, :v)',
    values: { ':v': N(1) },
    after: { a: NULL },
  },
  {
    name: 'list_append at the end',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L(N(2)) },
    after: { l: L(N(1), N(2)) },
  },
  {
    name: 'list_append at the beginning',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(:v, l)',
    values: { ':v': L(N(2)) },
    after: { l: L(N(2), N(1)) },
  },
  {
    name: 'list_append of an empty list',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    after: { l: L(N(1)) },
  },
  {
    name: 'list_append of two literals',
    before: {},
    expression: 'SET l = list_append(:v, :v)',
    values: { ':v': L(N(1)) },
    after: { l: L(N(1), N(1)) },
  },
  {
    name: 'list_append of one list to itself',
    before: { l: L(N(1)) },
    expression: 'SET l = list_append(l, l)',
    after: { l: L(N(1), N(1)) },
  },
  {
    name: 'list_append to a default',
    source: parity,
    before: {},
    expression: 'SET l = list_append(if_not_exists(l, :e), :v)',
    values: { ':e': L(), ':v': L(N(1)) },
    after: { l: L(N(1)) },
  },
  {
    name: 'list_append of nested lists does not flatten',
    before: { l: L() },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L(L(N(1))) },
    after: { l: L(L(N(1))) },
  },
  {
    name: 'list_append to a missing attribute',
    source: alternator,
    before: {},
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: noAttribute,
  },
  {
    name: 'list_append to a string',
    source: alternator,
    before: { l: S('x') },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: badOperand,
  },
  {
    name: 'list_append to a set',
    source: alternator,
    before: { l: SS('x') },
    expression: 'SET l = list_append(l, :v)',
    values: { ':v': L() },
    error: badOperand,
  },
]

const remove: readonly Row[] = [
  {
    name: 'REMOVE of an attribute',
    before: { a: N(1), b: N(2) },
    expression: 'REMOVE a',
    after: { b: N(2) },
  },
  {
    name: 'REMOVE of several',
    before: { a: N(1), b: N(2), c: N(3) },
    expression: 'REMOVE a, c',
    after: { b: N(2) },
  },
  { name: 'REMOVE of what is not there', before: { b: N(2) }, expression: 'REMOVE a', after: { b: N(2) } },
  {
    name: 'REMOVE of a map member',
    before: { m: M({ x: N(1), y: N(2) }) },
    expression: 'REMOVE m.x',
    after: { m: M({ y: N(2) }) },
  },
  {
    name: 'REMOVE of the last member leaves an empty map',
    source: alternator,
    before: { m: M({ x: N(1) }) },
    expression: 'REMOVE m.x',
    after: { m: M({}) },
  },
  {
    name: 'REMOVE of a missing map member',
    source: alternator,
    before: { m: M({ x: N(1) }) },
    expression: 'REMOVE m.y',
    after: { m: M({ x: N(1) }) },
  },
  {
    name: 'REMOVE of a list element shifts the rest',
    before: { l: L(N(1), N(2), N(3)) },
    expression: 'REMOVE l[1]',
    after: { l: L(N(1), N(3)) },
  },
  {
    name: 'REMOVE of several elements uses the original positions',
    source: reference,
    before: { l: L(N(0), N(1), N(2), N(3), N(4)) },
    expression: 'REMOVE l[1], l[2]',
    after: { l: L(N(0), N(3), N(4)) },
  },
  {
    name: 'REMOVE of elements given in descending order',
    source: reference,
    before: { l: L(N(0), N(1), N(2), N(3)) },
    expression: 'REMOVE l[3], l[0]',
    after: { l: L(N(1), N(2)) },
  },
  {
    name: 'REMOVE beyond the end is ignored',
    source: alternator,
    before: { l: L(N(1)) },
    expression: 'REMOVE l[17]',
    after: { l: L(N(1)) },
  },
  {
    name: 'REMOVE of the only element leaves an empty list',
    source: alternator,
    before: { l: L(N(1)) },
    expression: 'REMOVE l[0]',
    after: { l: L() },
  },
  {
    name: 'REMOVE and SET of list elements use the original positions',
    source: alternator,
    before: { l: L(N(2), N(3), N(4), N(5), N(6), N(7)) },
    expression: 'REMOVE l[1] SET l[3] = :v',
    values: { ':v': N(17) },
    after: { l: L(N(2), N(4), N(17), N(6), N(7)) },
  },
  {
    name: 'SET before REMOVE of list elements gives the same',
    source: alternator,
    before: { l: L(N(2), N(3), N(4), N(5), N(6), N(7)) },
    expression: 'SET l[3] = :v REMOVE l[1]',
    values: { ':v': N(17) },
    after: { l: L(N(2), N(4), N(17), N(6), N(7)) },
  },
  {
    name: 'REMOVE after being read by SET',
    source: alternator,
    before: { a: N(1) },
    expression: 'REMOVE a SET b = a',
    after: { b: N(1) },
  },
  {
    name: 'REMOVE through a string',
    source: alternator,
    before: { a: S('x') },
    expression: 'REMOVE a.x',
    error: badPath,
  },
  {
    name: 'REMOVE through a missing attribute of an item that is there',
    source: alternator,
    before: {},
    expression: 'REMOVE a.x',
    error: badPath,
  },
  {
    name: 'REMOVE of an element of a missing list',
    source: alternator,
    before: {},
    expression: 'REMOVE a[0]',
    error: badPath,
  },
]

const add: readonly Row[] = [
  {
    name: 'ADD to a number',
    before: { n: N(1) },
    expression: 'ADD n :v',
    values: { ':v': N('2.5') },
    after: { n: N('3.5') },
  },
  {
    name: 'ADD of a negative number',
    before: { n: N(1) },
    expression: 'ADD n :v',
    values: { ':v': N(-2) },
    after: { n: N(-1) },
  },
  {
    name: 'ADD starts at zero',
    before: {},
    expression: 'ADD n :v',
    values: { ':v': N(2) },
    after: { n: N(2) },
  },
  { name: 'ADD makes the item', expression: 'ADD n :v', values: { ':v': N(2) }, after: { n: N(2) } },
  {
    name: 'ADD to a string set',
    before: { s: SS('a', 'b') },
    expression: 'ADD s :v',
    values: { ':v': SS('b', 'c') },
    after: { s: SS('a', 'b', 'c') },
  },
  {
    name: 'ADD to a number set, by value',
    before: { s: NS('1', '2') },
    expression: 'ADD s :v',
    values: { ':v': NS('1.0', '3') },
    after: { s: NS('1', '2', '3') },
  },
  {
    name: 'ADD to a binary set',
    before: { s: BS('YQ==') },
    expression: 'ADD s :v',
    values: { ':v': BS('YQ==', 'Yg==') },
    after: { s: BS('YQ==', 'Yg==') },
  },
  {
    name: 'ADD makes a set',
    before: {},
    expression: 'ADD s :v',
    values: { ':v': SS('a') },
    after: { s: SS('a') },
  },
  {
    name: 'ADD to a nested number',
    before: { m: M({ n: N(1) }) },
    expression: 'ADD m.n :v',
    values: { ':v': N(1) },
    after: { m: M({ n: N(2) }) },
  },
  {
    name: 'ADD to a nested attribute that is not there',
    before: { m: M({}) },
    expression: 'ADD m.n :v',
    values: { ':v': N(1) },
    after: { m: M({ n: N(1) }) },
  },
  {
    name: 'ADD to a list element',
    before: { l: L(N(1), N(5)) },
    expression: 'ADD l[1] :v',
    values: { ':v': N(1) },
    after: { l: L(N(1), N(6)) },
  },
  {
    name: 'ADD to several attributes',
    before: { n: N(1) },
    expression: 'ADD n :v, k :v',
    values: { ':v': N(1) },
    after: { n: N(2), k: N(1) },
  },
  {
    name: 'ADD of a number to a string',
    source: alternator,
    before: { n: S('x') },
    expression: 'ADD n :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: 'ADD of a number to a set',
    source: alternator,
    before: { n: NS(1) },
    expression: 'ADD n :v',
    values: { ':v': N(1) },
    error: badOperand,
  },
  {
    name: 'ADD of a set of another type',
    source: alternator,
    before: { s: SS('a') },
    expression: 'ADD s :v',
    values: { ':v': NS(1) },
    error: badOperand,
  },
  {
    name: 'ADD of a set to a list',
    source: alternator,
    before: { s: L(S('a')) },
    expression: 'ADD s :v',
    values: { ':v': SS('a') },
    error: badOperand,
  },
  {
    name: 'ADD through a missing map',
    source: dynalite,
    before: {},
    expression: 'ADD m.n :v',
    values: { ':v': N(1) },
    error: badPath,
  },
]

const remains: readonly Row[] = [
  {
    name: 'DELETE of members',
    before: { s: SS('a', 'b', 'c') },
    expression: 'DELETE s :v',
    values: { ':v': SS('b', 'x') },
    after: { s: SS('a', 'c') },
  },
  {
    name: 'DELETE of numbers, by value',
    before: { s: NS(1, 2) },
    expression: 'DELETE s :v',
    values: { ':v': NS('2.00') },
    after: { s: NS(1) },
  },
  {
    name: 'DELETE of binaries',
    before: { s: BS('YQ==', 'Yg==') },
    expression: 'DELETE s :v',
    values: { ':v': BS('YQ==') },
    after: { s: BS('Yg==') },
  },
  {
    name: 'DELETE of all members removes the attribute',
    source: parity,
    before: { s: SS('a') },
    expression: 'DELETE s :v',
    values: { ':v': SS('a') },
    after: {},
  },
  {
    name: 'DELETE of a nested set',
    before: { m: M({ s: SS('a', 'b') }) },
    expression: 'DELETE m.s :v',
    values: { ':v': SS('a') },
    after: { m: M({ s: SS('b') }) },
  },
  {
    name: 'DELETE from a missing attribute',
    source: alternator,
    before: {},
    expression: 'DELETE s :v',
    values: { ':v': SS('a') },
    after: {},
  },
  {
    name: 'DELETE of nothing that is there',
    source: alternator,
    before: { s: SS('a') },
    expression: 'DELETE s :v',
    values: { ':v': SS('z') },
    after: { s: SS('a') },
  },
  {
    name: 'DELETE from a set of another type',
    source: alternator,
    before: { s: NS(1) },
    expression: 'DELETE s :v',
    values: { ':v': SS('1') },
    error: badOperand,
  },
  {
    name: 'DELETE from a string',
    source: alternator,
    before: { s: S('a') },
    expression: 'DELETE s :v',
    values: { ':v': SS('a') },
    error: badOperand,
  },
  {
    name: 'all four sections, in any order',
    source: reference,
    before: { a: N(1), b: N(1), c: SS('x', 'y'), d: N(1) },
    expression: 'DELETE c :x ADD a :one REMOVE b SET d = :one + :one',
    values: { ':x': SS('x'), ':one': N(1) },
    after: { a: N(2), c: SS('y'), d: N(2) },
  },
  {
    name: 'values of every type are stored',
    before: {},
    expression: 'SET a = :a, b = :b, c = :c, d = :d, e = :e',
    values: { ':a': B('AAE='), ':b': BOOL(false), ':c': NULL, ':d': BS('AA=='), ':e': M({ x: L(NULL) }) },
    after: { a: B('AAE='), b: BOOL(false), c: NULL, d: BS('AA=='), e: M({ x: L(NULL) }) },
  },
]

function updateCase(row: Row): ConformanceCase {
  const input = {
    TableName: '«hash»',
    Key: { pk: S('k') },
    UpdateExpression: row.expression,
    ReturnValues: 'ALL_NEW',
    ...placeholders(row),
  }
  const only = row.error
    ? refusal('UpdateItem', input, row.error)
    : step('UpdateItem', input, { Attributes: { pk: S('k'), ...row.after } })
  return {
    name: row.error ? `${row.name} is refused` : row.name,
    source: row.source ?? reference,
    ...(row.before ? { given: { hash: [{ pk: S('k'), ...row.before }] } } : {}),
    steps: [only],
  }
}

/** Updates that only take away do not make an item; one that does nothing at all does. */
const missing: readonly [string, { UpdateExpression?: string }, boolean][] = [
  ['REMOVE a', { UpdateExpression: 'REMOVE a' }, false],
  ['REMOVE of a nested path', { UpdateExpression: 'REMOVE a.b' }, false],
  ['REMOVE of a list element', { UpdateExpression: 'REMOVE a[0]' }, false],
  ['DELETE of set members', { UpdateExpression: 'DELETE a :v' }, false],
  ['no expression at all', {}, true],
]

const missingCases = missing.map(
  ([name, update, created]): ConformanceCase => ({
    name: `an update of a missing item by ${name} ${created ? 'makes it' : 'does not make it'}`,
    source: alternator,
    steps: [
      step(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          ...update,
          ...(update.UpdateExpression?.includes(':v')
            ? { ExpressionAttributeValues: { ':v': SS('a') } }
            : {}),
        },
        {},
      ),
      step('GetItem', { TableName: '«hash»', Key: { pk: S('k') } }, created ? { Item: { pk: S('k') } } : {}),
    ],
  }),
)

const keys: readonly ConformanceCase[] = ['SET sk = :v', 'REMOVE sk', 'ADD sk :v', 'SET a = :v, pk = :v'].map(
  (expression): ConformanceCase => ({
    name: `${expression} is refused, since it names a key attribute`,
    source: parity,
    steps: [
      refusal(
        'UpdateItem',
        {
          TableName: '«rangeN»',
          Key: { pk: S('k'), sk: N(1) },
          UpdateExpression: expression,
          ...(expression.includes(':v') ? { ExpressionAttributeValues: { ':v': N(1) } } : {}),
        },
        invalid(
          `One or more parameter values were invalid: Cannot update attribute ${expression.includes('pk') ? 'pk' : 'sk'}. This attribute is part of the key`,
        ),
      ),
    ],
  }),
)

const nothingIsWritten: ConformanceCase = {
  name: 'an update that fails half-way writes nothing',
  source: reference,
  given: { hash: [{ pk: S('k'), a: N(1) }] },
  steps: [
    refusal(
      'UpdateItem',
      {
        TableName: '«hash»',
        Key: { pk: S('k') },
        UpdateExpression: 'SET a = :v, b.c = :v',
        ExpressionAttributeValues: { ':v': N(2) },
      },
      badPath,
    ),
    step('GetItem', { TableName: '«hash»', Key: { pk: S('k') } }, { Item: { pk: S('k'), a: N(1) } }),
  ],
}

const emptySets = (['SS', 'NS', 'BS'] as const).map((type): ConformanceCase => {
  const text =
    type === 'BS'
      ? 'Binary sets should not be empty'
      : `An ${type === 'SS' ? 'string' : 'number'} set  may not be empty`
  const message = `One or more parameter values were invalid: ${text}`
  return {
    name: `SET to an empty ${type} is refused`,
    source: parity,
    steps: [
      refusal(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          UpdateExpression: 'SET a = :v',
          ExpressionAttributeValues: { ':v': { [type]: [] } },
        },
        enveloped(message, `ExpressionAttributeValues contains invalid value: ${message} for key :v`),
      ),
    ],
  }
})

export const updateExpressions: readonly ConformanceCase[] = [
  ...[...set, ...arithmetic, ...functions, ...remove, ...add, ...remains].map(updateCase),
  ...missingCases,
  ...keys,
  nothingIsWritten,
  ...emptySets,
]
