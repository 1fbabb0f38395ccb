/*
 * What the page asks of the handler that serves it, and what it is told. Everything is JSON under `/api`; what is wrong
 * with the question itself is answered with a status of 4xx and `{ error: { name, message } }`. What DynamoDB answers,
 * errors too, is answered with 200: it is the thing that was asked for.
 *
 * GET    /api/state                                → WorkbenchState
 * POST   /api/connections            NewConnection → ConnectionInfo
 * PATCH  /api/connections/:id        { readOnly }  → ConnectionInfo
 * DELETE /api/connections/:id                      → {}
 * POST   /api/connections/:id/send   SendRequest   → SendAnswer
 * GET    /api/connections/:id/model?table=T        → TableModel
 * GET    /api/connections/:id/events?table=T       → server-sent events: WorkbenchEvent
 * POST   /api/connections/:id/patterns/run   PatternCall → PatternRun
 * POST   /api/connections/:id/patterns/save  PatternCall → { file } (runs it, and keeps what it gave as expected)
 * POST   /api/connections/:id/entities/put   EntityPuts → EntityRefusals (by the verbs of a declared model)
 * POST   /api/connections/:id/import   { file: NoSQL Workbench's JSON, tables? } → ImportReport
 * GET    /api/connections/:id/export?tables=T,U    → NoSQL Workbench's JSON
 * POST   /api/connections/:id/tables              → { tables, made } (the tables of the model file, where they are not there)
 * POST   /api/samples/:name/open                   → { connection, table }
 */

export interface WorkbenchState {
  readonly version: string
  /** Whether nothing may be changed, whatever the connection says. */
  readonly readOnly: boolean
  readonly connections: readonly ConnectionInfo[]
  readonly samples: readonly SampleInfo[]
  /** The file that the model is read from, if any. */
  readonly modelFile?: string
  /** The tables of its model; some may not be there yet. */
  readonly modelTables?: readonly string[]
  /** What is wrong with that file, if something is. */
  readonly modelError?: string
  /** Profiles of AWS that are set up on this machine. */
  readonly profiles: readonly string[]
}

export interface SampleInfo {
  readonly name: string
  readonly title: string
  readonly description: string
}

export type NewConnection =
  | { readonly kind: 'endpoint'; readonly endpoint: string; readonly region?: string }
  | { readonly kind: 'aws'; readonly profile: string; readonly region?: string }

export interface ConnectionInfo {
  readonly id: string
  readonly name: string
  readonly kind: 'embedded' | 'endpoint' | 'aws'
  /** Where it is, for people. */
  readonly address: string
  readonly region: string
  /** Where programs can reach it, for code that is copied; a database in memory may be reachable by none. */
  readonly endpoint?: string
  /** The profile of AWS whose credentials it has. */
  readonly profile?: string
  /** Remote databases are read-only until they are switched. */
  readonly readOnly: boolean
  /** Whether its requests and its heat are known. */
  readonly observes: boolean
  /** The names of its tables, where they are known without asking it. */
  readonly tables?: readonly string[]
}

export interface SendRequest {
  readonly operation: string
  readonly input: object
  /** Whether it is the page's own question, and is to be left out of the requests and the heat. */
  readonly quiet?: boolean
}

/** What DynamoDB answered. */
export interface SendAnswer {
  readonly output?: { readonly [member: string]: unknown }
  readonly error?: ServiceFailure
  readonly durationMs: number
}

export interface ServiceFailure {
  readonly name: string
  readonly message: string
  /** Other members, such as `CancellationReasons` and `Item`. */
  readonly [member: string]: unknown
}

/** A table, and what is known or guessed of what is in it. */
export interface TableModel {
  readonly table: string
  /** Where it comes from: a model file, a sample, or the data itself. */
  readonly source: 'file' | 'sample' | 'guessed'
  readonly key: KeyModel
  readonly indexes: readonly IndexModel[]
  /** Vector indexes, which are searched and not read in order. */
  readonly vectorIndexes?: readonly VectorIndexModel[]
  /** The attribute that says what an item is. */
  readonly typeAttribute?: string
  readonly ttlAttribute?: string
  readonly entities: readonly EntityModel[]
  readonly patterns: readonly PatternModel[]
  readonly findings: readonly FindingModel[]
}

export interface KeyModel {
  readonly pk: readonly KeyAttributeModel[]
  readonly sk: readonly KeyAttributeModel[]
}

export interface KeyAttributeModel {
  readonly name: string
  readonly type: 'S' | 'N' | 'B'
}

export interface IndexModel extends KeyModel {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[]
}

export interface VectorIndexModel {
  readonly name: string
  readonly dimensions: number
  /** The attribute that every search has to name, where there is one. */
  readonly hash?: string
}

export interface EntityModel {
  readonly name: string
  /** Templates by the name of the stored attribute: `PK`, `SK`, `GSI1PK`. */
  readonly templates: { readonly [attribute: string]: readonly TemplatePart[] }
  /** The indexes that its items can be in. */
  readonly indexes: readonly string[]
  /** The application's attributes, as far as they are known, as they are called in the table. */
  readonly attributes: readonly string[]
  /** What attributes are called in the table, and what is in them, by the application's paths, where that is not the same. */
  readonly storedAs?: { readonly [path: string]: string }
  /** Declared stored forms by attribute: `date`, `epoch`, `epochMs`, `bigint`, `decimal`, or `own: ` and a name. */
  readonly stored?: { readonly [attribute: string]: string }
}

/** A piece of a template: text as it stands, or the value of an attribute. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly slot: string; readonly encoding?: string | undefined }

export interface PatternModel {
  readonly name: string
  readonly kind: 'query' | 'collect' | 'scan'
  readonly index: string
  readonly entities: readonly string[]
  readonly arguments: readonly PatternArgument[]
  /** The key condition, as people read it: `PK = CUSTOMER#{username} and SK begins #ORDER#`. */
  readonly condition: string
  readonly description?: string
  /** How often a second it is expected to be called. */
  readonly rate?: number
  readonly state: 'passes' | 'warns' | 'fails'
  readonly findings: readonly FindingModel[]
  /** Worst case of one call, and dollars a month at its rate. */
  readonly cost?: { readonly units: number; readonly monthlyDollars?: number }
  /** Calls whose results were kept. */
  readonly expectations: readonly { readonly arguments: { readonly [name: string]: unknown } }[]
}

export interface PatternArgument {
  readonly name: string
  readonly required: boolean
  /** Whether a range may be given: `{ begins }`, `{ between: [a, b] }`, `{ gt }` and so on. */
  readonly range: boolean
  /** What sort of value it is. All may be sent as texts: dates as ISO text, numbers as their digits. */
  readonly type?: 'text' | 'number' | 'bigint' | 'date'
}

export interface FindingModel {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly subject: string
  readonly message: string
  readonly advice: string
}

export interface PatternCall {
  readonly table: string
  readonly pattern: string
  readonly arguments: { readonly [name: string]: unknown }
  readonly cursor?: string
}

export interface PatternRun {
  /** What was sent. */
  readonly request: SendRequest
  readonly answer: SendAnswer
  /** What was sent after that, where one request was not all: other shards, or whole items by their keys. */
  readonly more?: readonly { readonly request: SendRequest; readonly answer: SendAnswer }[]
  /** The stored keys of what came back, in order, with the entity of each. */
  readonly keys: readonly { readonly entity?: string; readonly key: object }[]
  readonly next?: string
  /** Whether it gave what was kept as expected, where something was. */
  readonly expected?: 'same' | 'different'
}

/** Items of an entity, with the attributes that an application has, in DynamoDB's JSON. */
export interface EntityPuts {
  readonly table: string
  readonly entity: string
  readonly items: readonly object[]
  /** Whether one with the same key is replaced, rather than left alone and told. */
  readonly replaces: boolean
}

/** The items that were not written: their places in the list, and why. */
export interface EntityRefusals {
  readonly refused: readonly { readonly place: number; readonly message: string }[]
}

export interface ImportReport {
  readonly tables: readonly { readonly name: string; readonly items: number }[]
  /** What was mended or left out, and where. */
  readonly messages: readonly string[]
}

/** What happens, as it happens; sent twice a second where there is something to tell. */
export type WorkbenchEvent =
  | {
      readonly type: 'requests'
      readonly requests: readonly ObservedRequest[]
      /** How many more there were that are not told: under load, all are too many. */
      readonly dropped?: number
    }
  | { readonly type: 'heat'; readonly heat: HeatSample }
  | { readonly type: 'model' }

export interface ObservedRequest {
  /** Counts up; never given twice. */
  readonly id: number
  readonly atMs: number
  readonly operation: string
  readonly tables: readonly string[]
  readonly index?: string | undefined
  /** The partition key that was asked for, where there is one. */
  readonly key?: string | undefined
  readonly units?: number | undefined
  readonly items?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
  /** The access pattern that it looks like. */
  readonly pattern?: string | undefined
  /** That it was compared with the model and looks like none of its patterns. */
  readonly undocumented?: true | undefined
  /** That the page itself has sent it. */
  readonly own?: true | undefined
  /** The input as JSON, cut short. */
  readonly request?: string | undefined
}

/** One moment of a table's heat: a column of the heat map. */
export interface HeatSample {
  readonly table: string
  readonly atMs: number
  /** From the lowest digest to the highest. */
  readonly partitions: readonly HeatRange[]
  readonly topKeys: readonly HotKey[]
}

export interface HeatRange {
  /** Where it begins and ends, as a share of all digests: 0 to 1. */
  readonly from: number
  readonly to: number
  /** Units in the last second. */
  readonly read: number
  readonly write: number
  /** What AWS would allow a partition. */
  readonly readLimit: number
  readonly writeLimit: number
  /** Requests of the last minute that were refused, or would have been. */
  readonly throttled: number
}

export interface HotKey {
  readonly key: string
  /** Where its digest is: 0 to 1. */
  readonly place?: number
  readonly units: number
  /** In all of the last two minutes; what it grows by is what the key took since. */
  readonly total?: number | undefined
  readonly throttled: number
}
