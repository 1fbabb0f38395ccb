import { describe, expect, it } from 'vitest'
import { parseServeOptions } from './serve-options.ts'

describe('the metrics of monotable serve', () => {
  it('are on, with the last 500 requests but not their bodies', () => {
    expect(parseServeOptions([]).metrics).toEqual({
      isOn: true,
      tokenFile: undefined,
      keepRequests: 500,
      keepBodies: false,
    })
  })

  it('can be configured', () => {
    const args = ['--metrics-token', 'token.txt', '--keep-requests', '20', '--keep-bodies']
    expect(parseServeOptions(args).metrics).toEqual({
      isOn: true,
      tokenFile: 'token.txt',
      keepRequests: 20,
      keepBodies: true,
    })
    expect(parseServeOptions(['--no-metrics']).metrics.isOn).toBe(false)
  })

  it.each([
    [['--keep-requests', 'many'], '--keep-requests must be a number from 0 to 99999, not "many"'],
    [['--no-metrics', '--keep-bodies'], '--no-metrics and --keep-bodies cannot be used together'],
    [['--no-metrics', '--metrics-token', 'a'], '--no-metrics and --metrics-token cannot be used together'],
  ])('%j is rejected', (args, message) => {
    expect(() => parseServeOptions(args)).toThrow(message)
  })
})
