import pg from 'pg'
import { kiloItem, partitionSize, smallItem } from '../items.mjs'

/** @typedef {(statement: { name: string, text: string, values: unknown[] }) => Promise<any[][]>} Run */

const upsertText = `INSERT INTO bare (partition, sort, ver, size, doc)
  SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::int8[], $4::int4[], $5::text[])
  ON CONFLICT (partition, sort) DO UPDATE SET ver = excluded.ver, size = excluded.size, doc = excluded.doc`
const rangeText = 'SELECT sort, size, doc FROM bare WHERE partition = $1 ORDER BY partition, sort LIMIT 3500'
const scanText = `SELECT partition, sort, size, doc FROM bare WHERE partition >= '\\x7363' AND partition < '\\x7364'
  ORDER BY partition, sort LIMIT 1050`

/**
 * Creates a table like the store's, and for every operation of the benchmark returns what a program would send that
 * manages its items there by hand: no expressions, no validation, no items except those that the operation names.
 * @param {string} url
 */
export async function openBare(url) {
  const lanes = await Promise.all([1, 2, 3, 4].map(() => connect(url)))
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  await createTable(pool)
  let next = 0
  /** @type {Run} */
  const pipelined = async (statement) =>
    (await /** @type {pg.Client} */ (lanes[next++ % lanes.length]).query({ ...statement, rowMode: 'array' }))
      .rows
  /** @type {Run} */
  const pooled = async (statement) => (await pool.query({ ...statement, rowMode: 'array' })).rows
  return {
    pipelined: operationsOf(pipelined, pool),
    pooled: operationsOf(pooled, pool),
    close: () => Promise.all([pool.end(), ...lanes.map((lane) => lane.end())]),
  }
}

/** @returns {Promise<pg.Client>} */
async function connect(/** @type {string} */ url) {
  const client = new pg.Client({ connectionString: url, pipeline: true })
  await client.connect()
  return client
}

async function createTable(/** @type {pg.Pool} */ pool) {
  await pool.query(`CREATE TABLE bare (partition bytea NOT NULL, sort bytea NOT NULL, ver int8 NOT NULL,
    size int4 NOT NULL, doc text NOT NULL, PRIMARY KEY (partition, sort))`)
  const items = [
    ...Array.from({ length: 1_000 }, (_, i) => kiloItem(i, '00000000')),
    ...Array.from({ length: 20 * partitionSize }, (_, i) => smallItem(i)),
    ...Array.from({ length: 1_300 }, (_, i) => ({ ...kiloItem(i, '00000000'), pk: { S: `scan#${i}` } })),
    ...Array.from({ length: 1_000 }, (_, i) => counter(i, 0)),
  ]
  await pool.query(upsertText, columns(items))
  await pool.query('ANALYZE bare')
}

/**
 * @param {Run} run
 * @param {pg.Pool} pool
 * @returns {{ [operation: string]: () => Promise<unknown> }}
 */
function operationsOf(run, pool) {
  let count = 0
  const turn = (/** @type {number} */ of) => count++ % of
  return {
    get: () =>
      run({
        name: 'get',
        text: 'SELECT doc FROM bare WHERE partition = $1 AND sort = $2',
        values: keyOf(kiloItem(turn(1_000), '')),
      }),
    query: () => run({ name: 'query', text: rangeText, values: [partitionOf(`customer#${turn(20)}`)] }),
    scan: () => run({ name: 'scan', text: scanText, values: [] }),
    put: () =>
      run({ name: 'put', text: upsertText, values: columns([kiloItem(turn(1_000), String(count))]) }),
    batch: () => {
      const first = 100_000 + turn(80) * 25
      const items = Array.from({ length: 25 }, (_, i) => ({
        ...smallItem(first + i),
        revision: { S: String(count) },
      }))
      return run({ name: 'batch', text: upsertText, values: columns(items) })
    },
    update: () => transact(pool, turn(1_000), []),
    transact: () =>
      transact(pool, turn(1_000), [
        { ...smallItem(200_000 + (count % 1_000)), revision: { S: String(count) } },
      ]),
  }
}

/**
 * Reads a counter, increments it, and writes it together with the other items.
 * @param {pg.Pool} pool
 * @param {number} number
 * @param {any[]} others
 */
async function transact(pool, number, others) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const text = 'SELECT doc FROM bare WHERE partition = $1 AND sort = $2 FOR UPDATE'
    const { rows } = await client.query({ name: 'lock', text, values: keyOf(counter(number, 0)) })
    const { count } = JSON.parse(rows[0].doc)
    await client.query({
      name: 'upsert',
      text: upsertText,
      values: columns([counter(number, Number(count.N) + 1), ...others]),
    })
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

function counter(/** @type {number} */ number, /** @type {number} */ count) {
  return { pk: { S: `counter#${number}` }, sk: { S: 'counter' }, count: { N: String(count) } }
}

function partitionOf(/** @type {string} */ pk) {
  return Buffer.from(pk.padEnd(16, '\0').slice(-16), 'latin1')
}

function keyOf(/** @type {any} */ item) {
  return [partitionOf(item.pk.S), Buffer.from(item.sk.S, 'latin1')]
}

function columns(/** @type {any[]} */ items) {
  const keys = items.map(keyOf)
  return [
    keys.map(([partition]) => partition),
    keys.map(([, sort]) => sort),
    items.map((_, i) => i),
    items.map(() => 300),
    items.map((item) => JSON.stringify(item)),
  ]
}
