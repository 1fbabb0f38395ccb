import { describe, expect, test } from 'vitest'
import { closestWord } from './messages/closest-word.ts'
import { parseServeOptions } from './serve/serve-options.ts'

describe('parseServeOptions', () => {
  test('has defaults', () => {
    expect(parseServeOptions([])).toMatchObject({
      help: false,
      port: undefined,
      host: '127.0.0.1',
      path: '.monotable',
      durability: 'full',
      shared: false,
      region: 'us-east-1',
      messages: 'current',
      authFile: undefined,
      tls: undefined,
      cors: false,
      adversity: undefined,
      ttlDelayMs: 0,
      vectorDelayMs: 1_000,
      throttle: false,
      exportDir: undefined,
      kinesis: undefined,
      metrics: { isOn: true, tokenFile: undefined, keepBodies: false },
      json: false,
    })
  })

  test('reads every option, in either style', () => {
    const args =
      '--port=0 --host ::1 --memory --shared --region eu-west-1 --messages classic --auth keys.json'
    const more = '--durability off --cert c.pem --key k.pem --cors --json --ttl-delay 5 --throttle'
    const rest =
      '--adversity seed=7,throttling=0.5 --export-dir out --no-metrics --vector-delay 0 --kinesis http://k:1'
    expect(parseServeOptions(`${args} ${more} ${rest}`.split(' '))).toMatchObject({
      help: false,
      port: 0,
      host: '::1',
      path: undefined,
      durability: 'off',
      shared: true,
      region: 'eu-west-1',
      messages: 'classic',
      authFile: 'keys.json',
      tls: { certFile: 'c.pem', keyFile: 'k.pem' },
      cors: true,
      adversity: { seed: 7, throttling: 0.5 },
      ttlDelayMs: 5_000,
      vectorDelayMs: 0,
      throttle: true,
      exportDir: 'out',
      kinesis: 'http://k:1',
      metrics: { isOn: false },
      json: true,
    })
    expect(parseServeOptions(['-p', '8001', '-h'])).toMatchObject({ port: 8001, help: true })
  })

  test.each([
    ['--prot 1', 'unknown option --prot; did you mean --port?'],
    ['--inmemory', 'unknown option --inmemory; did you mean --memory?'],
    ['--xyzzy', 'unknown option --xyzzy'],
    ['-x', 'unknown option -x'],
    ['--__proto__ 1', 'unknown option --__proto__'],
    ['--port', '--port needs a value'],
    ['--port --memory', '--port needs a value'],
    ['--memory=yes', '--memory takes no value'],
    ['--port 1 --port 2', '--port is given twice'],
    ['--port eight', '--port must be a number from 0 to 65535, not "eight"'],
    ['--port 65536', '--port must be a number from 0 to 65535, not "65536"'],
    ['--messages old', '--messages must be current or classic, not "old"'],
    ['--durability some', '--durability must be full, normal or off, not "some"'],
    ['--region US_EAST', '--region must look like us-east-1, not "US_EAST"'],
    ['--kinesis localhost:4566', '--kinesis must be a URL such as http://127.0.0.1:4566, without a password'],
    [
      '--kinesis http://me:secret@k:1',
      '--kinesis must be a URL such as http://127.0.0.1:4566, without a password',
    ],
    ['--ttl-delay soon', '--ttl-delay must be a number of seconds, not "soon"'],
    [
      '--adversity throttling=2',
      '--adversity: throttling must be a number from 0 to 1, such as throttling=0.2',
    ],
    ['--memory --path x', '--memory and --path cannot be used together'],
    ['--port 8001 --workbench-port 8001', '--port and --workbench-port must differ, but both are 8001'],
    ['--cert c.pem', '--key is missing: HTTPS needs --cert and --key'],
    ['--key k.pem', '--cert is missing: HTTPS needs --cert and --key'],
    ['data', '"data" is not expected here'],
  ])('%s: %s', (args, message) => {
    expect(() => parseServeOptions(args.split(' '))).toThrow(new RegExp(`^${literally(message)}$`))
  })
})

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

test.each([
  ['serv', 'serve'],
  ['sevre', 'serve'],
  ['deploy', undefined],
  ['x'.repeat(10_000), undefined],
])('closestWord(%j) is %j', (typed, word) => {
  expect(closestWord(typed, ['serve', 'help', 'version'])).toBe(word)
})
