// Lists what the tests cannot do on this machine.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns a line for each group of tests that is skipped here, with what it requires. */
export function skippedTests() {
  const lines = []
  if (process.env.PG_URL === undefined && !hasPostgres()) {
    lines.push(
      'PostgreSQL: install it (Debian: postgresql), or set PG_URL to a server or PG_BIN to its programs',
    )
  } else if (!hasPostgres()) lines.push('PostgreSQL faults: the tests cannot stop the server in PG_URL')
  if (!succeeds('aws', ['--version'])) {
    lines.push('the AWS CLI: install it (Debian: awscli)')
  }
  const models =
    process.env.WORKBENCH_MODELS ?? fileURLToPath(new URL('../../shared/models', import.meta.url))
  if (!existsSync(models)) {
    lines.push('published NoSQL Workbench files: set WORKBENCH_MODELS to a folder that has some')
  }
  if (!hasChromium()) {
    lines.push(
      'the workbench in a browser: install Chromium (Debian: chromium-headless-shell), or set CHROMIUM_PATH',
    )
  }
  if (
    process.platform === 'linux' &&
    !succeeds('cc', ['-E', '-include', 'stdio.h', '-x', 'c', '/dev/null'])
  ) {
    lines.push('power failures: install a C compiler (Debian: gcc libc6-dev)')
  }
  if (!succeeds('python3', ['-c', 'import boto3'])) {
    lines.push('Python code that the workbench writes: install boto3 (Debian: python3-boto3)')
  }
  return lines
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Looks in the same places as tests/workbench/browser.ts. */
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
