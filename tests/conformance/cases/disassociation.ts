import { elsewhere, refusal, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Step } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { absent, any, matching, partial } from '../matchers.ts'
import { documentation } from '../sources.ts'
import { onDemand } from '../update-table-fixtures.ts'

const first = '«world:region»'
const second = '«world:second»'
const third = '«world:third»'
const table = { TableName: '«world»' }
const page = documentation('Disassociating a global table replica')

const create = (RegionName: string): Fields => ({ Create: { RegionName } })
const leave = (RegionName: string, DisassociationMode = 'WAIT_FOR_REPLICATION'): Fields => ({
  Disassociate: { RegionName, DisassociationMode },
})
const change = (members: Fields, output?: unknown): Step =>
  step('UpdateTable', { ...table, ...members }, output)
const add = (region: string): Step => change({ ReplicaUpdates: [create(region)] })
const unprotect = change({ DisassociationProtectionEnabled: false })
const refuse = (members: Fields, message: Parameters<typeof invalid>[0] = any): Step =>
  refusal('UpdateTable', { ...table, ...members }, invalid(message))
const described = (fields: Fields): Step => step('DescribeTable', table, { Table: partial(fields) })
const replica = (RegionName: string): unknown => partial({ RegionName, ReplicaStatus: 'ACTIVE' })
const put = (pk: string): Step => step('PutItem', { ...table, Item: { pk: { S: pk } } })
const get = (pk: string, output: Fields = { Item: { pk: { S: pk } } }): Step =>
  step('GetItem', { ...table, Key: { pk: { S: pk } }, ConsistentRead: true }, output)

const single = {
  TableStatus: 'ACTIVE',
  Replicas: absent,
  GlobalTableVersion: absent,
  DisassociationProtectionEnabled: absent,
}

/** No service was seen refusing these: the sentences are not known where any is expected. */
const cases: readonly Omit<ConformanceCase, 'tables'>[] = [
  {
    name: 'a table in a single region can neither be disassociated nor protected from it',
    source: page,
    steps: [
      refuse({ ReplicaUpdates: [leave(first)] }),
      refuse({ DisassociationProtectionEnabled: false }),
      described({ DisassociationProtectionEnabled: absent }),
    ],
  },
  {
    name: 'a mode other than to wait for replication is refused',
    source: documentation('DisassociateReplicationGroupMemberAction'),
    steps: [
      refuse(
        { ReplicaUpdates: [leave(first, 'FORCE')] },
        matching(
          /disassociationMode' failed to satisfy constraint: .*enum value set: \[WAIT_FOR_REPLICATION\]/,
        ),
      ),
    ],
  },
  {
    name: 'protection from disassociation is on at first, is that of one region, and changes alone',
    source: documentation('UpdateTable'),
    steps: [
      add(second),
      described({ DisassociationProtectionEnabled: true }),
      refuse({ ReplicaUpdates: [leave(first)] }),
      refuse(
        { DisassociationProtectionEnabled: false, DeletionProtectionEnabled: true },
        parameter('DeletionProtection modification must be the only operation in the request'),
      ),
      change(
        { DisassociationProtectionEnabled: false },
        {
          TableDescription: partial({
            DisassociationProtectionEnabled: false,
            GlobalTableVersion: '2019.11.21',
            Replicas: [replica(second)],
            TableStatus: 'ACTIVE',
          }),
        },
      ),
      described({ DisassociationProtectionEnabled: false }),
      elsewhere(described({ DisassociationProtectionEnabled: true })),
    ],
  },
  {
    name: 'a replica is disassociated in its own region, by nothing but that',
    source: documentation('UpdateTable'),
    steps: [
      add(second),
      unprotect,
      refuse({ ReplicaUpdates: [leave(second)] }),
      refuse({ ReplicaUpdates: [leave(first), { Delete: { RegionName: second } }] }),
      refuse(
        { ReplicaUpdates: [leave(first)], DeletionProtectionEnabled: true },
        parameter('Replica modification must be the only operation in the request'),
      ),
      described({ Replicas: [replica(second)] }),
    ],
  },
  {
    name: 'of two replicas, both become tables of a single region, with their items',
    source: page,
    steps: [
      put('old'),
      add(second),
      elsewhere(unprotect),
      elsewhere(
        change(
          { ReplicaUpdates: [leave(second)] },
          {
            TableDescription: partial({
              DisassociationProtectionEnabled: false,
              GlobalTableVersion: '2019.11.21',
              Replicas: [replica(first)],
              TableArn: '«world:arn2»',
              TableStatus: 'UPDATING',
            }),
          },
        ),
      ),
      elsewhere(described({ ...single, TableArn: '«world:arn2»', StreamSpecification: any })),
      described({ ...single, StreamSpecification: any }),
      put('here'),
      elsewhere(put('there')),
      elsewhere(get('old')),
      elsewhere(get('here', {})),
      get('old'),
      get('there', {}),
      elsewhere(step('DeleteTable', table)),
      get('old'),
    ],
  },
  {
    name: 'of three replicas, the others stay a global table',
    source: page,
    steps: [
      add(second),
      add(third),
      elsewhere(unprotect),
      elsewhere(change({ ReplicaUpdates: [leave(second)] })),
      elsewhere(described(single)),
      described({ TableStatus: 'ACTIVE', Replicas: [replica(third)], DisassociationProtectionEnabled: true }),
      elsewhere(step('DeleteTable', table)),
    ],
  },
]

export const disassociation: readonly ConformanceCase[] = cases.map((given) => ({
  tables: { world: onDemand },
  ...given,
}))
