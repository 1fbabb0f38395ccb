import { summarizeCost } from './designs.ts'
import { GridError } from './grid-error.ts'
import type { Field, FieldValue, GridStore, Project } from './grid-store.ts'
import type { HostedDesign } from './host-designs.ts'
import type { PortUnits } from './port-meter.ts'

/** What the page's requests operate on. */
export interface GridContext {
  readonly project: Project
  readonly fields: readonly Field[]
  readonly issueCount: number
  readonly designs: readonly HostedDesign[]
  readonly now: () => number
  /** Called with unexpected failures. */
  readonly report: (error: unknown) => void
}

/** The cost of something, as the page shows it. */
export interface ShownCost extends PortUnits {
  readonly ms: number
  /** The number of requests of each operation. */
  readonly operations: { readonly [operation: string]: number }
}

export interface GridRequest {
  readonly route: string
  readonly search: URLSearchParams
  readonly body: unknown
}

export type Answer = object

const largestPage = 200

/** Answers a request of the page; returns `undefined` when there is no such route. */
export async function answerGrid(
  context: GridContext,
  { route, search, body }: GridRequest,
): Promise<Answer | undefined> {
  if (route === 'GET /api/grid') return describe(context)
  if (route === 'GET /api/issues') return listIssues(context, search)
  if (route === 'POST /api/cell') return editCell(context, readEdit(body))
  return undefined
}

function describe({ project, fields, issueCount, designs }: GridContext): Answer {
  return {
    project,
    fields,
    issueCount,
    designs: designs.map(({ design, progress }) => {
      const { name, title, summary, atomic, eventual } = design
      return { name, title, summary, atomic, eventual, progress: progress() }
    }),
  }
}

async function listIssues(context: GridContext, search: URLSearchParams): Promise<Answer> {
  const { opened } = requireDesign(context, search.get('design'))
  const limit = Number(search.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > largestPage) {
    throw new GridError(`A page has from 1 to ${largestPage} issues`)
  }
  const direction = search.get('direction') === 'descending' ? 'descending' : 'ascending'
  const field = search.get('field') ?? ''
  const page = { limit, cursor: search.get('cursor') ?? undefined }
  const project = context.project.id
  const { value, cost } = await measured(context, await opened, (store) =>
    field === ''
      ? store.issuesByNumber({ project, direction }, page)
      : store.issuesByField({ project, field, direction }, page),
  )
  return { ...value, cost }
}

interface CellEdit {
  readonly design: string
  readonly id: string
  readonly field: string
  readonly value: FieldValue | null
}

/** Changes a cell in all designs, so that they show the same data, and reports the cost in the one that is shown. */
async function editCell(context: GridContext, { design: name, id, field, value }: CellEdit): Promise<Answer> {
  const chosen = requireDesign(context, name)
  const key = { project: context.project.id, id }
  const opened = await chosen.opened
  const { cost } = await measured(context, opened, (store) => store.updateFields(key, { [field]: value }))
  const start = context.now()
  const units = await opened.settled()
  const stream = units.requests === 0 ? undefined : { ...units, operations: {}, ms: context.now() - start }
  const follow = async (other: HostedDesign) => {
    const { store, settled } = await other.opened
    await store.updateFields(key, { [field]: value })
    await settled()
  }
  for (const other of context.designs) {
    if (other === chosen) continue
    const following = follow(other)
    // A design that is still being filled follows when it is ready.
    if (other.progress() === 1) await following
    else following.catch(context.report)
  }
  return { issue: await opened.store.issue(key), cost, stream }
}

type Opened = Awaited<HostedDesign['opened']>

async function measured<Value>(
  { now }: GridContext,
  opened: Opened,
  work: (store: GridStore) => Promise<Value>,
): Promise<{ readonly value: Value; readonly cost: ShownCost }> {
  const start = now()
  const { value, units } = await opened.measured(work)
  return { value, cost: { ...summarizeCost(units), ms: now() - start } }
}

function requireDesign({ designs }: GridContext, name: string | null): HostedDesign {
  const found = designs.find(({ design }) => design.name === name)
  if (found === undefined) throw new GridError('There is no such design')
  return found
}

function readEdit(body: unknown): CellEdit {
  const { design, id, field, value } = (body ?? {}) as Partial<CellEdit>
  const isText = [design, id, field].every((text) => typeof text === 'string')
  const isValue = value === null || typeof value === 'string' || typeof value === 'number'
  if (!isText || !isValue) throw new GridError('An edit has a design, an id, a field and a value')
  return { design, id, field, value } as CellEdit
}
