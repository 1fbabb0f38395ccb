// What the tests cannot do on this machine.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A line for each group of tests that is skipped here, and what it would take to run it. */
export function skippedTests() {
  const lines = []
  if (process.env.PG_URL === undefined && !hasPostgres()) {
    lines.push(
      'PostgreSQL: install it (Debian: postgresql), or name one with PG_URL or its programs with PG_BIN',
    )
  } else if (!hasPostgres())
    lines.push('faults of PostgreSQL: PG_URL names one that the tests cannot stop and break')
  if (!succeeds('aws', ['--version'])) {
    lines.push('the AWS CLI: install it (Debian: awscli)')
  }
  const models =
    process.env.WORKBENCH_MODELS ?? fileURLToPath(new URL('../../shared/models', import.meta.url))
  if (!existsSync(models)) {
    lines.push('published files of NoSQL Workbench: name a folder that holds some with WORKBENCH_MODELS')
  }
  if (!hasChromium()) {
    lines.push(
      'the workbench in a browser: install Chromium (Debian: chromium-headless-shell), or name one with CHROMIUM_PATH',
    )
  }
  if (
    process.platform === 'linux' &&
    !succeeds('cc', ['-E', '-include', 'stdio.h', '-x', 'c', '/dev/null'])
  ) {
    lines.push('power that fails: install a C compiler (Debian: gcc libc6-dev)')
  }
  if (!succeeds('python3', ['-c', 'import boto3'])) {
    lines.push('code for Python that the workbench writes: install boto3 (Debian: python3-boto3)')
  }
  return lines
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** The same places as in tests/workbench/browser.ts. */
function hasChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return places.some((path) => path !== undefined && existsSync(path))
}

function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [process.env.PG_BIN, ...versions.map((version) => join(debian, version, 'bin'))]
  return folders.some((folder) => folder !== undefined && existsSync(join(folder, 'initdb')))
}
