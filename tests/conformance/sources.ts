/** The sources of expectations, each named once. */
export const documentation = (page: string): string => `AWS documentation: ${page}`
export const parity = 'observed on AWS, recorded by the paritysuite conformance suite'
export const dynalite = 'dynalite tests recorded on AWS'
export const alternator = 'Alternator tests that pass on AWS'
export const extendDb = 'ExtendDB issues and tests captured on AWS'
export const moto = 'moto tests that were run against AWS'
export const floci = 'floci tests captured on AWS in September 2026'
export const stackd = 'calls on AWS in September 2026, recorded in the test data of stackd'
export const preflight = 'deployments to AWS in September 2026, recorded by the rules of cdk-preflight'
export const auxStorage = 'tests of parity with AWS in aux-storage'
export const reported = 'answers of AWS in reports of public issue trackers'
export const local = 'DynamoDB Local 3.3.1'
export const captured =
  'captured on AWS in October 2026, in public notes on its API; older recordings say otherwise'
