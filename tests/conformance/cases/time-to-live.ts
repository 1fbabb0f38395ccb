import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase } from '../case.ts'
import {
  invalid,
  maxLength,
  minLength,
  notNull,
  tableNotFound,
  violation,
  violations,
  violationText,
} from '../errors.ts'
import { captured, documentation, dynalite, local } from '../sources.ts'

const ttl = (Enabled: boolean, AttributeName = 'ttl') => ({ Enabled, AttributeName })
const update = (Enabled: boolean, AttributeName = 'ttl') => ({
  TableName: '«hash»',
  TimeToLiveSpecification: ttl(Enabled, AttributeName),
})
const guide = documentation('UpdateTimeToLive')
const otherAttribute = invalid(
  'TimeToLive is active on a different AttributeName: current AttributeName is ttl',
)

/** UpdateTimeToLive and DescribeTimeToLive. Expiry itself takes time, and is tested elsewhere. */
export const timeToLive: readonly ConformanceCase[] = [
  answered(
    { name: 'a table has no time to live at first', source: dynalite, operation: 'DescribeTimeToLive' },
    { TableName: '«hash»' },
    { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } },
  ),
  {
    name: 'UpdateTimeToLive returns its input',
    source: guide,
    steps: [
      step('UpdateTimeToLive', update(true), { TimeToLiveSpecification: ttl(true) }),
      refusal('UpdateTimeToLive', update(true), invalid('TimeToLive is already enabled')),
      refusal('UpdateTimeToLive', update(true, 'other'), otherAttribute),
      refusal('UpdateTimeToLive', update(false, 'other'), otherAttribute),
    ],
  },
  {
    name: 'an attribute of any name can say when items expire, also one of the key',
    source: local,
    steps: [step('UpdateTimeToLive', update(true, 'pk'), { TimeToLiveSpecification: ttl(true, 'pk') })],
  },
  refused(
    { name: 'disabling what is disabled', source: captured, operation: 'UpdateTimeToLive' },
    update(false),
    invalid('TimeToLive is already disabled'),
  ),
  refused(
    {
      name: 'DescribeTimeToLive of a table that is not there',
      source: dynalite,
      operation: 'DescribeTimeToLive',
    },
    { TableName: '«absent»' },
    tableNotFound('«absent»'),
  ),
  refused(
    { name: 'UpdateTimeToLive of a table that is not there', source: guide, operation: 'UpdateTimeToLive' },
    { TableName: '«absent»', TimeToLiveSpecification: ttl(true) },
    tableNotFound('«absent»'),
  ),
  refused(
    { name: 'DescribeTimeToLive without a table', source: dynalite, operation: 'DescribeTimeToLive' },
    {},
    invalid("The parameter 'TableName' is required but was not present in the request"),
  ),
  refused(
    { name: 'UpdateTimeToLive without a specification', source: guide, operation: 'UpdateTimeToLive' },
    { TableName: '«hash»' },
    violation(null, 'timeToLiveSpecification', notNull),
  ),
  refused(
    { name: 'UpdateTimeToLive with an empty specification', source: captured, operation: 'UpdateTimeToLive' },
    { TableName: '«hash»', TimeToLiveSpecification: {} },
    violations(
      violationText(null, 'timeToLiveSpecification.attributeName', notNull),
      violationText(null, 'timeToLiveSpecification.enabled', notNull),
    ),
  ),
  refused(
    { name: 'UpdateTimeToLive with an empty name', source: guide, operation: 'UpdateTimeToLive' },
    update(true, ''),
    violation('', 'timeToLiveSpecification.attributeName', minLength(1)),
  ),
  refused(
    { name: 'UpdateTimeToLive with a name that is too long', source: guide, operation: 'UpdateTimeToLive' },
    update(true, 'x'.repeat(256)),
    violation('x'.repeat(256), 'timeToLiveSpecification.attributeName', maxLength(255)),
  ),
]
