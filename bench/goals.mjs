import { drawn, operations } from './operations.mjs'
import { decimals } from './report.mjs'
import { leadOf, ours } from './sections/model.mjs'

/** @typedef {{ goal: string, wanted: string, measured: string, met: boolean }} Verdict */

/**
 * Compares the project's goals for its own speed with what was measured. Goals without figures, because a peer or a
 * section was left out, are not judged.
 * @param {{ [section: string]: any[] }} figures By section.
 * @returns {Verdict[]}
 */
export function judgeGoals(figures) {
  return [
    ...httpVerdicts(figures['http'] ?? []),
    ...inProcessVerdicts(figures['in-process'] ?? []),
    ...coldStartVerdicts(figures['cold-start'] ?? []),
    ...growthVerdicts(figures['growth'] ?? []),
    ...servedGrowthVerdicts(figures['served-growth'] ?? []),
    ...modelVerdicts(figures['model'] ?? []),
    ...partiqlVerdicts(figures['partiql'] ?? []),
    ...postgresVerdicts(figures['postgres'] ?? []),
  ]
}

/** @param {Verdict[]} verdicts */
export function goalsTable(verdicts) {
  return {
    title: 'Goals',
    note: '',
    nameColumns: 1,
    head: ['Goal', 'wanted', 'measured', 'met'],
    rows: verdicts.map(({ goal, wanted, measured, met }) => [goal, wanted, measured, met ? 'yes' : 'no']),
  }
}

/**
 * @param {string} goal
 * @param {number} measured
 * @param {[limit: number, unit: string]} limit
 * @returns {Verdict}
 */
function below(goal, measured, [limit, unit]) {
  return {
    goal,
    wanted: `< ${limit} ${unit}`,
    measured: `${decimals(measured)} ${unit}`,
    met: measured < limit,
  }
}

/** @param {import('./sections/http.mjs').HttpFigure[]} all */
function httpVerdicts(all) {
  /** @type {Verdict[]} */
  const verdicts = []
  for (const [operation, { title, kind }] of Object.entries(operations)) {
    const measureOf = (/** @type {string} */ name) =>
      all.find(
        (figure) =>
          figure.operation === operation && figure.connections === 32 && figure.subject.name === name,
      )?.measure
    const compare = (
      /** @type {string} */ ours,
      /** @type {string} */ theirs,
      /** @type {number} */ least,
    ) => {
      const [mine, other] = [measureOf(ours), measureOf(theirs)]
      if (mine === undefined || other === undefined) return
      const goal = `${title}: ${ours} to ${theirs}, 32 connections`
      const rate = mine.perSecond / other.perSecond
      const measured = `${decimals(rate)} × (CPU ${decimals(other.cpuUs / mine.cpuUs)} ×)`
      verdicts.push({ goal, wanted: `≥ ${least} ×`, measured, met: rate >= least })
    }
    compare('monotable, memory', 'dynalite, memory', 3)
    compare('monotable, durable', 'dynalite, memory', kind === 'write' ? 2 : 3)
    if (kind === 'write') compare('monotable, durable', 'DynamoDB Local, disk', 15)
  }
  return verdicts
}

/** @param {{ operation: string, door: string, store: string, cpuUs: number }[]} all */
function inProcessVerdicts(all) {
  const limits = { get: 10, put: 20 }
  return Object.entries(limits).flatMap(([operation, limit]) => {
    const isIt = (/** @type {typeof all[number]} */ figure) =>
      figure.operation === operation && figure.store === 'memory' && figure.door === 'db.send'
    const found = all.find(isIt)
    const goal = `${operations[operation].title} in process, memory`
    return found === undefined ? [] : [below(goal, found.cpuUs, [limit, 'µs'])]
  })
}

/** @param {{ what: string, medianMs: number }[]} all */
function coldStartVerdicts(all) {
  const timeOf = (/** @type {string} */ what) => all.find((figure) => figure.what === what)?.medianMs
  const asProcess = timeOf('monotable, memory: process to first answer')
  const opened = timeOf('in process, memory: open')
  return [
    ...(asProcess === undefined ? [] : [below('Cold start as a process', asProcess, [150, 'ms'])]),
    ...(opened === undefined ? [] : [below('Open in process', opened, [5, 'ms'])]),
  ]
}

/** @param {{ store: string, items: number, cpuUs: { [name: string]: number } }[]} all */
function growthVerdicts(all) {
  return ['memory', 'durable', 'log'].flatMap((store) => {
    const levels = all.filter((figure) => figure.store === store)
    const [first, last] = [levels[0], levels.at(-1)]
    if (first === undefined || last === undefined) return []
    return Object.keys(first.cpuUs).map((name) => {
      const growth = (last.cpuUs[name] ?? 0) / (first.cpuUs[name] ?? 1)
      const goal = `${name} at ${last.items} items to ${first.items}, ${store}`
      return { goal, wanted: '≤ 1.5 ×', measured: `${decimals(growth)} ×`, met: growth <= 1.5 }
    })
  })
}

/** @param {import('./sections/served-growth.mjs').ServedFigure[]} all */
function servedGrowthVerdicts(all) {
  const smallest = Math.min(...all.map(({ items }) => items))
  const firsts = all.filter(({ items }) => items === smallest)
  return firsts.flatMap(({ operation, subject, items, cpuUs }) => {
    const last = all.findLast((figure) => figure.operation === operation && figure.subject === subject)
    if (last === undefined) return []
    const growth = last.cpuUs / cpuUs
    const goal = `${drawn[operation].title} over HTTP at ${last.items} items to ${items}, ${subject}`
    return [{ goal, wanted: '≤ 1.5 ×', measured: `${decimals(growth)} ×`, met: growth <= 1.5 }]
  })
}

/** @param {import('./sections/model.mjs').ModelFigure[]} all */
function modelVerdicts(all) {
  return all.flatMap((figure) => {
    const lead = leadOf(figure)
    const goal = `The model, ${figure.case}, to the faster of the others`
    const verdict = { goal, wanted: '≥ 5 ×', measured: `${decimals(lead)} ×`, met: lead >= 5 }
    const isOfMany = figure.case.endsWith('100')
    const time = below(`The model, ${figure.case}`, figure.us[ours] ?? Number.NaN, [20, 'µs'])
    return isOfMany ? [verdict] : [verdict, time]
  })
}

/** @param {{ title: string, store: string, ratio: number }[]} all */
function partiqlVerdicts(all) {
  return all.map(({ title, store, ratio }) => {
    const goal = `ExecuteStatement to Query, ${title}, ${store}`
    return { goal, wanted: '≤ 1.3 ×', measured: `${decimals(ratio)} ×`, met: ratio <= 1.3 }
  })
}

/** @param {{ operation: string, who?: string, cpuUs: number, perSecond: number }[]} all */
function postgresVerdicts(all) {
  const of = (/** @type {string} */ operation, /** @type {string} */ who) =>
    all.find((figure) => figure.operation === operation && figure.who === who)
  const verdicts = ['get', 'query'].flatMap((operation) => {
    const [mine, bare] = [of(operation, 'monotable'), of(operation, 'pg, pipelined')]
    if (mine === undefined || bare === undefined) return []
    const ratio = mine.cpuUs / bare.cpuUs
    const goal = `${operations[operation].title} on PostgreSQL, CPU to that of a bare client`
    return [{ goal, wanted: '≤ 1.5 ×', measured: `${decimals(ratio)} ×`, met: ratio <= 1.5 }]
  })
  const [mine, pool] = [of('get', 'monotable'), of('get', 'pg, a pool of 10')]
  if (mine === undefined || pool === undefined) return verdicts
  const rate = mine.perSecond / pool.perSecond
  const goal = 'GetItem on PostgreSQL, put together, to a pool of bare clients'
  return [...verdicts, { goal, wanted: '≥ 2 ×', measured: `${decimals(rate)} ×`, met: rate >= 2 }]
}
