import { describe, expect, it } from 'vitest'
import { parseTriggerOptions } from './trigger-options.ts'

const needed = ['--table', 'Orders', '--handler', './handler.mjs']

describe('the options of monotable trigger', () => {
  it('have defaults', () => {
    expect(parseTriggerOptions(needed, {})).toEqual({
      help: false,
      table: 'Orders',
      handler: './handler.mjs',
      exportName: 'handler',
      place: {
        endpoint: 'http://127.0.0.1:8000',
        store: undefined,
        region: 'us-east-1',
        profile: undefined,
      },
      stateFolder: '.monotable/triggers',
      onFailureFile: undefined,
      once: false,
      redrive: false,
      json: false,
      trigger: { name: 'Orders:handler', bisect: false },
    })
  })

  it('use the endpoint and region of the environment', () => {
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: 'http://db:1', AWS_REGION: 'eu-west-1' }
    expect(parseTriggerOptions(needed, environment)).toMatchObject({
      place: { endpoint: 'http://db:1', region: 'eu-west-1' },
    })
  })

  it('configure the trigger', () => {
    const given = [
      ...['--batch-size', '10', '--batch-window', '0.5', '--max-attempts', '3', '--max-age', '60'],
      ...['--parallel', '2', '--timeout', '5', '--bisect', '--name', 'index', '--export', 'run'],
      ...['--filter', '{"eventName":["INSERT"]}', '--starting-position', '2026-01-01T00:00:00Z'],
    ]
    const { trigger, exportName } = parseTriggerOptions([...needed, ...given], {})
    expect(exportName).toBe('run')
    expect(trigger).toEqual({
      name: 'index',
      batchSize: 10,
      batchWindowMs: 500,
      maxAttempts: 3,
      maxRecordAgeMs: 60_000,
      parallel: 2,
      timeoutMs: 5_000,
      bisect: true,
      filter: { eventName: ['INSERT'] },
      startingPosition: new Date('2026-01-01T00:00:00Z'),
    })
  })

  it.each([
    [['--handler', 'h.mjs'], '--table is missing: the table whose changes are handled'],
    [['--table', 'Orders'], '--handler is missing: the file of the function to run'],
    [[...needed, '--parallel', 'two'], '--parallel must be a whole number from 1 to 10, not "two"'],
    [[...needed, '--batch-size', '0'], '--batch-size must be a whole number from 1 to 10000, not "0"'],
    [
      [...needed, '--timeout', 'long'],
      '--timeout must be a number of seconds from 0.001 to 86400, not "long"',
    ],
    [[...needed, '--max-age', '90000'], '--max-age must be a number of seconds from 0 to 86400, not "90000"'],
    [[...needed, '--filter', '{'], '--filter is not JSON: '],
    [[...needed, '--filter', '@nowhere.json'], '--filter: nowhere.json does not exist.'],
    [
      [...needed, '--starting-position', 'soon'],
      '--starting-position must be LATEST, TRIM_HORIZON or a time',
    ],
    [
      [...needed, '--endpoint', 'me:secret@db'],
      /^--endpoint must be aws or look like http:\/\/127.0.0.1:8000$/,
    ],
    [[...needed, '--endpoint', 'db'], '--endpoint must be aws or look like http://127.0.0.1:8000, not "db"'],
    [[...needed, '--path', 'a', '--endpoint', 'http://db'], '--path and --endpoint cannot be used together'],
    [
      [...needed, '--path', 'a', '--postgres', 'postgres://h/db'],
      '--path and --postgres cannot be used together',
    ],
    [[...needed, '--path', 'a', '--state', 'b'], '--path and --state cannot be used together'],
    [[...needed, '--path', 'a', '--profile', 'work'], '--path and --profile cannot be used together'],
    [[...needed, '--postgres', 'h/db'], '--postgres must look like postgres://user@host:5432/database'],
    [[...needed, '--tabel', 'x'], 'unknown option --tabel; did you mean --table?'],
  ])('%j is wrong usage', (args, message) => {
    expect(() => parseTriggerOptions(args, {})).toThrow(message)
  })
})
