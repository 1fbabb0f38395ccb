/*
 * The requests of the page to the handler that serves it, and the answers. Everything is JSON under `/api`. An error in
 * the request itself is answered with a status of 4xx and `{ error: { name, message } }`. Answers of DynamoDB,
 * including its errors, have status 200: they are what was asked for.
 *
 * GET    /api/state                                → WorkbenchState
 * POST   /api/connections            NewConnection → ConnectionInfo
 * PATCH  /api/connections/:id        { readOnly }  → ConnectionInfo
 * DELETE /api/connections/:id                      → {}
 * POST   /api/connections/:id/send   SendRequest   → SendAnswer
 * GET    /api/connections/:id/model?table=T        → TableModel
 * GET    /api/connections/:id/events?table=T       → server-sent events: WorkbenchEvent
 * POST   /api/connections/:id/patterns/run   PatternCall → PatternRun
 * POST   /api/connections/:id/patterns/save  PatternCall → { file } (runs it, and saves the result as expected)
 * POST   /api/connections/:id/entities/put   EntityPuts → EntityRefusals (through the verbs of a declared model)
 * POST   /api/connections/:id/import   { file: NoSQL Workbench's JSON, tables? } → ImportReport
 * GET    /api/connections/:id/export?tables=T,U[&draft=true]   → NoSQL Workbench's JSON
 * POST   /api/connections/:id/tables              → { tables, made } (creates the missing tables of the model file)
 * POST   /api/samples/:name/open                   → { connection, table }
 */

export interface WorkbenchState {
  readonly version: string
  /** Whether all changes are forbidden, whatever the connection permits. */
  readonly readOnly: boolean
  readonly connections: readonly ConnectionInfo[]
  readonly samples: readonly SampleInfo[]
  /** The file that the model is read from, if any. */
  readonly modelFile?: string
  /** The tables of the model; some may not exist yet. */
  readonly modelTables?: readonly string[]
  /** What is wrong with the model file, if anything. */
  readonly modelError?: string
  /** The AWS profiles that are set up on this machine. */
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
  /** Its address, for people. */
  readonly address: string
  readonly region: string
  /** The endpoint for programs, used in copied code; an in-memory database may have none. */
  readonly endpoint?: string
  /** The AWS profile whose credentials it uses. */
  readonly profile?: string
  /** Remote databases are read-only until the user switches that off. */
  readonly readOnly: boolean
  /** Whether its requests and its heat are known. */
  readonly observes: boolean
  /** The names of its tables, if they are known without a request. */
  readonly tables?: readonly string[]
}

export interface SendRequest {
  readonly operation: string
  readonly input: object
  /** Whether the page sends it for itself, so that it is left out of the requests and the heat. */
  readonly quiet?: boolean
}

/** The answer of DynamoDB. */
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

/** A table, and what is known or guessed about its items. */
export interface TableModel {
  readonly table: string
  /** The source of the model: a model file, a sample, or the data itself. */
  readonly source: 'file' | 'sample' | 'guessed'
  readonly key: KeyModel
  readonly indexes: readonly IndexModel[]
  /** Vector indexes, which are searched, not read in order. */
  readonly vectorIndexes?: readonly VectorIndexModel[]
  /** The attribute that holds the type of an item. */
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
  /** The attribute that every search has to specify, if there is one. */
  readonly hash?: string
}

export interface EntityModel {
  readonly name: string
  /** Templates by stored attribute: `PK`, `SK`, `GSI1PK`. */
  readonly templates: { readonly [attribute: string]: readonly TemplatePart[] }
  /** The indexes that can contain its items. */
  readonly indexes: readonly string[]
  /** The known attributes of the application, under their stored names. */
  readonly attributes: readonly string[]
  /** The stored names of attributes and of their members, by the application's paths; only those that differ. */
  readonly storedAs?: { readonly [path: string]: string }
  /** Declared stored forms by attribute: `date`, `epoch`, `epochMs`, `bigint`, `decimal`, or `own: ` and a name. */
  readonly stored?: { readonly [attribute: string]: string }
}

/** A piece of a template: fixed text, or the value of an attribute. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly slot: string; readonly encoding?: string | undefined }

export interface PatternModel {
  readonly name: string
  readonly kind: 'query' | 'collect' | 'scan'
  readonly index: string
  readonly entities: readonly string[]
  readonly arguments: readonly PatternArgument[]
  /** The key condition, for people: `PK = CUSTOMER#{username} and SK begins #ORDER#`. */
  readonly condition: string
  readonly description?: string
  /** The expected number of calls per second. */
  readonly rate?: number
  readonly state: 'passes' | 'warns' | 'fails'
  readonly findings: readonly FindingModel[]
  /** The worst case of one call, and dollars a month at its rate. */
  readonly cost?: { readonly units: number; readonly monthlyDollars?: number }
  /** The calls whose results were saved. */
  readonly expectations: readonly { readonly arguments: { readonly [name: string]: unknown } }[]
}

export interface PatternArgument {
  readonly name: string
  readonly required: boolean
  /** Whether a range is accepted: `{ begins }`, `{ between: [a, b] }`, `{ gt }` and so on. */
  readonly range: boolean
  /** The type of the value. All types may be sent as text: dates in ISO format, numbers as digits. */
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
  /** The first request. */
  readonly request: SendRequest
  readonly answer: SendAnswer
  /** Further requests, if one was not enough: other shards, or whole items by their keys. */
  readonly more?: readonly { readonly request: SendRequest; readonly answer: SendAnswer }[]
  /** The stored keys of the returned items, in order, with the entity of each. */
  readonly keys: readonly { readonly entity?: string; readonly key: object }[]
  readonly next?: string
  /** Whether the result is the saved expectation, if there is one. */
  readonly expected?: 'same' | 'different'
}

/** Items of an entity, with the application's attributes, in DynamoDB JSON. */
export interface EntityPuts {
  readonly table: string
  readonly entity: string
  readonly items: readonly object[]
  /** Whether to replace an existing item with the same key; otherwise it is kept and reported. */
  readonly replaces: boolean
}

/** The items that were not written: their positions in the list, and why. */
export interface EntityRefusals {
  readonly refused: readonly { readonly place: number; readonly message: string }[]
}

export interface ImportReport {
  readonly tables: readonly { readonly name: string; readonly items: number }[]
  /** What was repaired or left out, and where. */
  readonly messages: readonly string[]
}

/** Live events, sent twice a second while there is anything to report. */
export type WorkbenchEvent =
  | {
      readonly type: 'requests'
      readonly requests: readonly ObservedRequest[]
      /** How many further requests were left out; under load there are too many to send. */
      readonly dropped?: number
    }
  | { readonly type: 'heat'; readonly heat: HeatSample }
  | { readonly type: 'model' }

export interface ObservedRequest {
  /** Increases by one with each request; never reused. */
  readonly id: number
  readonly atMs: number
  readonly operation: string
  readonly tables: readonly string[]
  readonly index?: string | undefined
  /** The partition key that was requested, if there is one. */
  readonly key?: string | undefined
  readonly units?: number | undefined
  readonly items?: number | undefined
  readonly durationMs: number
  readonly error?: string | undefined
  /** The access pattern that the request matches. */
  readonly pattern?: string | undefined
  /** Set if the request was compared with the model and matches none of its patterns. */
  readonly undocumented?: true | undefined
  /** Set if the page itself sent the request. */
  readonly own?: true | undefined
  /** The input as JSON, truncated. */
  readonly request?: string | undefined
}

/** The heat of a table at one moment: a column of the heat map. */
export interface HeatSample {
  readonly table: string
  readonly atMs: number
  /** From the lowest digest to the highest. */
  readonly partitions: readonly HeatRange[]
  readonly topKeys: readonly HotKey[]
}

export interface HeatRange {
  /** Where it begins and ends, as a fraction of the digest range: 0 to 1. */
  readonly from: number
  readonly to: number
  /** Units in the last second. */
  readonly read: number
  readonly write: number
  /** The limit of one partition at AWS. */
  readonly readLimit: number
  readonly writeLimit: number
  /** Requests of the last minute that were throttled, or would have been. */
  readonly throttled: number
}

export interface HotKey {
  readonly key: string
  /** The position of its digest: 0 to 1. */
  readonly place?: number
  readonly units: number
  /** Total units of the last two minutes; its growth is what the key has consumed since. */
  readonly total?: number | undefined
  readonly throttled: number
}
