import {
  atLeast,
  atMost,
  broken,
  describeRefused,
  enumOf,
  missing,
  NAME,
  one,
  seenIn,
  several,
  sizeless,
} from '../../testing/refused-requests.ts'

const { parity, dynalite } = seenIn

const RCC = enumOf('BOGUS', 'returnConsumedCapacity', 'INDEXES', 'TOTAL', 'NONE')
const RICM = enumOf('BOGUS', 'returnItemCollectionMetrics', 'SIZE', 'NONE')
const MAP_KEYS = `Map keys must satisfy constraint: [${atMost(255)}, ${atLeast(3)}, ${NAME}]`
const MAP_VALUES = `Map value must satisfy constraint: [${atMost(25)}, ${atLeast(1)}]`

const key = { pk: { S: 'a' } }
const put = { TableName: 'abc', Item: key }
const named = { TableName: 'abc', Key: key }
const javaKey =
  'pk=AttributeValue(s=a, n=null, b=null, iNT=null, dECIMAL=null, dOUBLE=null, sS=null, nS=null, bS=null, iNTSET=null, dECIMALSET=null, dOUBLESET=null, m=null, l=null, nULL=null, bOOL=null)'
const javaPut = `WriteRequest(putRequest=PutRequest(item={${javaKey}}, workloadProfileName=null), deleteRequest=null)`

describeRefused('batches', [
  {
    title: 'no tables',
    operation: 'BatchGetItem',
    request: { RequestItems: {} },
    current: one(sizeless('RequestItems', atLeast(1))),
    classic: 'The requestItems parameter is required for BatchGetItem',
    source: parity,
  },
  {
    title: 'no tables',
    operation: 'BatchWriteItem',
    request: { RequestItems: {} },
    current: one(sizeless('RequestItems', atLeast(1))),
    classic: 'The requestItems parameter is required for BatchWriteItem',
    source: parity,
  },
  {
    title: 'nothing at all',
    operation: 'BatchGetItem',
    request: {},
    current: one(missing('requestItems')),
    source: dynalite,
  },
  {
    title: 'no keys',
    operation: 'BatchGetItem',
    request: { RequestItems: { 'my.table': { Keys: [] } } },
    current: one(sizeless('RequestItems.my.table.member.Keys', atLeast(1))),
    classic: one(broken("'[]'", 'requestItems.my.table.member.keys', atLeast(1))),
    source: parity,
  },
  {
    title: '101 keys',
    operation: 'BatchGetItem',
    request: { RequestItems: { abc: { Keys: Array(101).fill({}) } } },
    current: one(sizeless('RequestItems.abc.member.Keys', atMost(100))),
    classic: one(
      broken(`'[${Array(101).fill('{}').join(', ')}]'`, 'requestItems.abc.member.keys', atMost(100)),
    ),
    source: parity,
  },
  {
    title: 'a malformed table name is echoed as JSON, before a bad enum',
    operation: 'BatchGetItem',
    request: { ReturnConsumedCapacity: 'BOGUS', RequestItems: { 'bad!name': { Keys: [key] } } },
    current: several(broken(`'{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}'`, 'requestItems', MAP_KEYS), RCC),
    classic: several(
      RCC,
      broken(
        `'{bad!name=KeysAndAttributes(keys=[{${javaKey}}], attributesToGet=null, consistentRead=null, projectionExpression=null, expressionAttributeNames=null)}'`,
        'requestItems',
        MAP_KEYS,
      ),
    ),
    source: parity,
  },
  {
    title: 'a table without requests is echoed as Java prints it',
    operation: 'BatchWriteItem',
    request: { RequestItems: { abc: [] } },
    current: one(broken("'{abc=[]}'", 'requestItems', MAP_VALUES)),
    source: parity,
  },
  {
    title: '26 requests are echoed as Java prints them',
    operation: 'BatchWriteItem',
    request: { RequestItems: { abc: Array(26).fill({ PutRequest: { Item: key } }) } },
    current: one(broken(`'{abc=[${Array(26).fill(javaPut).join(', ')}]}'`, 'requestItems', MAP_VALUES)),
    source: parity,
  },
  {
    title: 'a malformed table name gives way to a bad enum',
    operation: 'BatchWriteItem',
    request: {
      ReturnConsumedCapacity: 'BOGUS',
      RequestItems: { 'bad!name': [{ PutRequest: { Item: key } }] },
    },
    current: one(RCC),
    classic: several(RCC, broken(`'{bad!name=[${javaPut}]}'`, 'requestItems', MAP_KEYS)),
    source: parity,
  },
  {
    title: 'a malformed table name alone',
    operation: 'BatchWriteItem',
    request: { RequestItems: { 'bad!name': [{ PutRequest: { Item: key } }] } },
    current: one(broken(`'{bad!name=[${javaPut}]}'`, 'requestItems', MAP_KEYS)),
    source: parity,
  },
  {
    title: 'each malformed table name is reported',
    operation: 'BatchWriteItem',
    request: { RequestItems: { 'a!': [{}], abc: [{}], 'b!': [{}] } },
    current: several(
      ...Array(2).fill(
        broken(
          "'{a!=[WriteRequest(putRequest=null, deleteRequest=null)], abc=[WriteRequest(putRequest=null, deleteRequest=null)], b!=[WriteRequest(putRequest=null, deleteRequest=null)]}'",
          'requestItems',
          MAP_KEYS,
        ),
      ),
    ),
    source: dynalite,
  },
  {
    title: 'requests without what they are about',
    operation: 'BatchWriteItem',
    request: { RequestItems: { abc: [{ PutRequest: {} }, { DeleteRequest: {} }] } },
    current: several(
      missing('requestItems.abc.member.1.member.putRequest.item'),
      missing('requestItems.abc.member.2.member.deleteRequest.key'),
    ),
    source: dynalite,
  },
  {
    title: 'both enums are reported',
    operation: 'BatchWriteItem',
    request: {
      RequestItems: { abc: [{ PutRequest: { Item: key } }] },
      ReturnConsumedCapacity: 'BOGUS',
      ReturnItemCollectionMetrics: 'BOGUS',
    },
    current: several(RCC, RICM),
    source: parity,
  },
])

const token = 'x'.repeat(37)

describeRefused('transactions', [
  {
    title: 'no actions',
    operation: 'TransactWriteItems',
    request: { TransactItems: [] },
    current: one(sizeless('TransactItems', atLeast(1))),
    classic: one(broken("'[]'", 'transactItems', atLeast(1))),
    source: `${parity}; the current form in three regions so far`,
  },
  {
    title: 'no reads',
    operation: 'TransactGetItems',
    request: { TransactItems: [] },
    current: one(sizeless('TransactItems', atLeast(1))),
    classic: one(broken("'[]'", 'transactItems', atLeast(1))),
    source: parity,
  },
  {
    title: 'a token of 37 characters stands alone',
    operation: 'TransactWriteItems',
    request: { TransactItems: [{ Put: put }], ClientRequestToken: token, ReturnConsumedCapacity: 'BOGUS' },
    current: one(sizeless('ClientRequestToken', atMost(36))),
    classic: several(broken(`'${token}'`, 'clientRequestToken', atMost(36)), RCC),
    source: parity,
  },
  {
    title: 'both enums are reported',
    operation: 'TransactWriteItems',
    request: {
      TransactItems: [{ Put: put }],
      ReturnItemCollectionMetrics: 'BOGUS',
      ReturnConsumedCapacity: 'BOGUS',
    },
    current: several(RCC, RICM),
    source: parity,
  },
  {
    title: 'a malformed table name is reported with its place',
    operation: 'TransactWriteItems',
    request: { TransactItems: [{ Put: { ...put, TableName: 'bad!name' } }] },
    current: one(broken("'bad!name'", 'transactItems.1.member.put.tableName', NAME)),
    source: parity,
  },
  {
    title: 'a malformed table name is reported with its place',
    operation: 'TransactGetItems',
    request: { TransactItems: [{ Get: named }, { Get: { ...named, TableName: 'bad!name' } }] },
    current: one(broken("'bad!name'", 'transactItems.2.member.get.tableName', NAME)),
    source: parity,
  },
  {
    title: 'a check needs a condition, an update an expression',
    operation: 'TransactWriteItems',
    request: { TransactItems: [{ ConditionCheck: named }, { Update: named }] },
    current: several(
      missing('transactItems.1.member.conditionCheck.conditionExpression'),
      missing('transactItems.2.member.update.updateExpression'),
    ),
  },
  {
    title: 'a bad enum in an action',
    operation: 'TransactWriteItems',
    request: { TransactItems: [{ Put: { ...put, ReturnValuesOnConditionCheckFailure: 'BOGUS' } }] },
    current: one(
      enumOf('BOGUS', 'transactItems.1.member.put.returnValuesOnConditionCheckFailure', 'ALL_OLD', 'NONE'),
    ),
    source: parity,
  },
])
