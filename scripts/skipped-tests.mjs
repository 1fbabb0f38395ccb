// What the tests cannot do on this machine.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A line for each group of tests that is skipped here, and what it would take to run it. */
export function skippedTests() {
  const lines = []
  if (process.env.PG_URL === undefined && !hasPostgres()) {
    lines.push(
      'PostgreSQL: install it (Debian: postgresql), or name one with PG_URL or its programs with PG_BIN',
    )
  } else if (!hasPostgres())
    lines.push('faults of PostgreSQL: PG_URL names one that the tests cannot stop and break')
  if (spawnSync('aws', ['--version'], { stdio: 'ignore' }).error) {
    lines.push('the AWS CLI: install it (Debian: awscli)')
  }
  return lines
}

function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = [process.env.PG_BIN, ...versions.map((version) => join(debian, version, 'bin'))]
  return folders.some((folder) => folder !== undefined && existsSync(join(folder, 'initdb')))
}
