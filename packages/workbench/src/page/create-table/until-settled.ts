/** Sends an operation, and throws what it is refused with. */
export type Send = (operation: string, input: object) => Promise<{ readonly [member: string]: unknown }>

export type Pause = (ms: number) => Promise<void>

const POLL_MS = 500
/** AWS makes a table in some seconds, an index or a replica of a large one in many minutes. */
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
  /** What is said where it takes too long. */
  readonly late?: string
}

const NOT_SENT = 'It takes long to become active. What was to follow has not been sent.'

/** Waits until a table is active, and so are its indexes and replicas: before that it takes no other change. */
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
  // A replica that cannot be reached, or has lost its key, does not come to rest by being waited for.
  return [TableStatus, ...statuses].every((status) => !/ING$/.test(status ?? 'CREATING'))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
