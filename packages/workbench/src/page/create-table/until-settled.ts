/** Sends an operation, and throws its error. */
export type Send = (operation: string, input: object) => Promise<{ readonly [member: string]: unknown }>

export type Pause = (ms: number) => Promise<void>

const POLL_MS = 500
/** AWS creates a table in seconds, but an index or replica of a large one takes many minutes. */
const POLLS_MAX = 600

interface Part {
  readonly IndexStatus?: string
  readonly ReplicaStatus?: string
}

interface Description extends Part {
  readonly TableStatus?: string
  readonly GlobalSecondaryIndexes?: readonly Part[]
  readonly VectorIndexes?: readonly Part[]
  readonly Replicas?: readonly Part[]
}

interface Patience {
  readonly pause?: Pause | undefined
  /** The message if it takes too long. */
  readonly late?: string
}

const NOT_SENT = 'The table is still not active. The remaining requests were not sent.'

/** Waits until a table, its indexes and its replicas are active: until then it accepts no other change. */
export async function untilSettled(
  send: Send,
  TableName: string,
  { pause = wait, late = NOT_SENT }: Patience = {},
): Promise<void> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const { Table } = (await send('DescribeTable', { TableName })) as { readonly Table?: Description }
    if (Table !== undefined && isSettled(Table)) return
    await pause(POLL_MS)
  }
  throw new Error(late)
}

function isSettled({
  TableStatus,
  GlobalSecondaryIndexes = [],
  VectorIndexes = [],
  Replicas = [],
}: Description): boolean {
  const statuses = [...GlobalSecondaryIndexes, ...VectorIndexes, ...Replicas].map(
    ({ IndexStatus, ReplicaStatus }) => IndexStatus ?? ReplicaStatus ?? 'ACTIVE',
  )
  // A replica that is inaccessible, or has lost its key, will not become active by waiting.
  return [TableStatus, ...statuses].every((status) => !/ING$/.test(status ?? 'CREATING'))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
