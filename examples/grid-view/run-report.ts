import { createChance } from './chance.ts'
import { type Design, designs, summarizeCost } from './designs.ts'
import { fillCatalogue, fillIssues } from './fill-design.ts'
import { createFields, createIssues, createValue, project } from './grid-data.ts'
import type { Field, FieldChanges, GridStore, Issue } from './grid-store.ts'
import { type DesignInMemory, openInMemory } from './open-designs.ts'
import type { PortUnits } from './port-meter.ts'

/** The cost of something in several runs: average units, and the median time. */
export interface ReportFigure extends PortUnits {
  readonly ms: number
  /** What the stream's handler took afterwards, if there is one. */
  readonly stream: PortUnits & { readonly ms: number }
}

export interface DesignReport {
  readonly design: Design['name']
  readonly title: string
  readonly atomic: string
  readonly eventual: string
  readonly items: number
  readonly bytes: number
  readonly figures: { readonly [Action in ReportAction]: ReportFigure }
}

export interface Report {
  readonly issues: number
  readonly fields: number
  readonly values: number
  readonly pageSize: number
  readonly designs: readonly DesignReport[]
}

/** What is measured, with its title. */
export const reportActions = {
  load: 'Load all issues',
  firstByNumber: 'First page by number',
  firstByField: 'First page by a field',
  deepByField: 'Page from the middle, by a field',
  withoutField: 'Page among those without the field',
  updateOne: 'Update of one field',
  updateMany: 'Update of 120 fields',
} as const

export type ReportAction = keyof typeof reportActions

/** The project has more fields than its issues use, so that there are 120 to update. */
const definedFields = 120
const pageSize = 50
/** Six of ten issues have it: whole numbers, many of them equal. */
const sortedBy = 'Num Items'

/** The amount of data, and how often each page and update is measured. */
export interface ReportSize {
  readonly issues: number
  readonly runs: number
}

/** Runs all designs on the same data, one after the other, each in an in-memory database of its own. */
export async function runReport(
  { issues: count, runs }: ReportSize,
  clock: { readonly now: () => number },
  onProgress: (text: string) => void,
): Promise<Report> {
  const issues = createIssues(count)
  const reports: DesignReport[] = []
  for (const design of designs) {
    onProgress(`${design.title}: loading ${count} issues`)
    const opened = await openInMemory(design)
    reports.push(await measureDesign(opened, { issues, runs }, clock))
    await opened.close()
  }
  const values = issues.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0)
  return { issues: count, fields: createFields().length, values, pageSize, designs: reports }
}

async function measureDesign(
  opened: DesignInMemory,
  { issues, runs }: { readonly issues: readonly Issue[]; readonly runs: number },
  clock: { readonly now: () => number },
): Promise<DesignReport> {
  const { design, store } = opened
  await fillCatalogue(store, definedFields)
  const sorted = createFields().filter(({ name }) => name === sortedBy)
  const byField = { project: project.id, field: sorted[0]?.id ?? '' }
  const measureWorks = (works: readonly Work[]) => measureRuns(opened, clock, works)
  const often = (work: Work) => measureWorks(Array.from({ length: runs }, () => work))
  const page = (cursor?: string): Work => {
    return (one) => one.issuesByField(byField, { limit: pageSize, cursor })
  }
  const after = (share: number) => findCursor(store, byField, Math.floor(issues.length * share))

  const load = await measureWorks([(one) => fillIssues(one, issues)])
  const size = await opened.size()
  const byNumber: Work = (one) => one.issuesByNumber({ project: project.id }, { limit: pageSize })
  const firstByNumber = await often(byNumber)
  const firstByField = await often(page())
  const deepByField = await often(page(await after(0.3)))
  const withoutField = await often(page(await after(0.8)))
  const updated = issues.filter(({ fields }) => Object.hasOwn(fields, byField.field)).slice(0, runs * 2)
  const updateOne = await measureWorks(updated.slice(0, runs).map((issue) => updateWork(issue, sorted)))
  const all = createFields(definedFields)
  const updateMany = await measureWorks(updated.slice(runs).map((issue) => updateWork(issue, all)))
  const { name, title, atomic, eventual } = design
  const figures = { load, firstByNumber, firstByField, deepByField, withoutField, updateOne, updateMany }
  return { design: name, title, atomic, eventual, ...size, figures }
}

type Work = (store: GridStore) => Promise<unknown>

async function measureRuns(
  opened: DesignInMemory,
  clock: { readonly now: () => number },
  works: readonly Work[],
): Promise<ReportFigure> {
  const figures: ReportFigure[] = []
  await opened.settled()
  for (const work of works) {
    const start = clock.now()
    const { units } = await opened.measured(work)
    const end = clock.now()
    const stream = await opened.settled()
    const streamMs = stream.requests === 0 ? 0 : clock.now() - end
    const { requests, read, write } = summarizeCost(units)
    figures.push({ requests, read, write, ms: end - start, stream: { ...stream, ms: streamMs } })
  }
  return averageOf(figures)
}

function averageOf(figures: readonly ReportFigure[]): ReportFigure {
  const mean = (of: (figure: ReportFigure) => number) =>
    figures.reduce((sum, figure) => sum + of(figure), 0) / figures.length
  const median = (of: (figure: ReportFigure) => number) =>
    figures.map(of).sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
  return {
    requests: mean(({ requests }) => requests),
    read: mean(({ read }) => read),
    write: mean(({ write }) => write),
    ms: median(({ ms }) => ms),
    stream: {
      requests: mean(({ stream }) => stream.requests),
      read: mean(({ stream }) => stream.read),
      write: mean(({ stream }) => stream.write),
      ms: median(({ stream }) => stream.ms),
    },
  }
}

/** Reads a list in large pages, until a number of issues have been seen; returns the cursor. */
async function findCursor(
  store: GridStore,
  order: { readonly project: string; readonly field: string },
  seen: number,
): Promise<string | undefined> {
  let cursor: string | undefined
  for (let left = seen; left > 0; left -= 500) {
    cursor = (await store.issuesByField(order, { limit: Math.min(left, 500), cursor })).next
  }
  return cursor
}

/** Returns work that gives fields new values. */
function updateWork(issue: Issue, fields: readonly Field[]): Work {
  const chance = createChance(issue.num)
  const changes: FieldChanges = Object.fromEntries(
    fields.map((field) => {
      let value = createValue(field, chance)
      while (value === issue.fields[field.id]) value = createValue(field, chance)
      return [field.id, value]
    }),
  )
  return (store) => store.updateFields(issue, changes)
}
