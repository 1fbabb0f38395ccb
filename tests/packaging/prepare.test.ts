import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from './pack-packages.ts'

const compiler = `@typescript/typescript-${process.platform}-${process.arch}`

let workspace = ''

/** What npm runs with: a cache that it can write to, which it may not have in the user's home. */
let environment: NodeJS.ProcessEnv = {}

/** A workspace like this one, whose packages come from the disk: there may be no network. */
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'monotable-prepare-')))
  environment = { ...process.env, npm_config_cache: join(workspace, '.npm') }
  cpSync(join(root, 'scripts', 'prepare.mjs'), join(workspace, 'scripts', 'prepare.mjs'))
  writeManifest('.', {
    name: 'workspace',
    workspaces: ['packages/*'],
    dependencies: { native: 'file:tools/native-1.0.0.tgz' },
    devDependencies: { typescript: 'file:tools/typescript' },
    optionalDependencies: { [compiler]: 'file:tools/compiler' },
  })
  writeManifest('packages/ours', { name: 'ours', version: '1.0.0' })
  writeManifest('tools/typescript', { name: 'typescript', version: '7.0.0' })
  writeManifest('tools/compiler', { name: compiler, version: '7.0.0' })
  // Like @photostructure/sqlite, which runs on Node 20 but declares 22.
  writeManifest('tools/native', { name: 'native', version: '1.0.0', engines: { node: '>=9999' } })
  npm({}, 'pack', './tools/native', '--pack-destination', 'tools')
  npm({}, 'install', '--package-lock-only')
})

beforeEach(() => rmSync(join(workspace, 'node_modules'), { recursive: true, force: true }))

afterAll(() => rmSync(workspace, { recursive: true, force: true }))

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(join(workspace, folder), { recursive: true })
  writeFileSync(join(workspace, folder, 'package.json'), JSON.stringify(manifest))
}

function npm(env: NodeJS.ProcessEnv, ...args: string[]): void {
  spawnSync('npm', [...args, '--offline', '--no-audit'], {
    cwd: workspace,
    env: { ...environment, ...env },
    shell: process.platform === 'win32',
  })
}

/** Runs the first step of `npm start`; returns its error output. */
function install(folder: string, env: NodeJS.ProcessEnv = {}): string {
  const script = pathToFileURL(join(folder, 'scripts', 'prepare.mjs'))
  const program = `import(${JSON.stringify(script)}).then(({ install }) => install())`
  const { stderr } = spawnSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    env: { ...environment, npm_config_offline: 'true', ...env },
  })
  return stderr
}

/** Returns which of the needed packages are missing after the installation. */
function missingAfterInstall(env?: NodeJS.ProcessEnv): string[] {
  install(workspace, env)
  return missing()
}

function missing(): string[] {
  return ['native', 'typescript', compiler, 'ours'].filter(
    (name) => !existsSync(join(workspace, 'node_modules', name, 'package.json')),
  )
}

describe('npm start and npm test install everything that they need', () => {
  it.each<NodeJS.ProcessEnv>([
    {},
    { NODE_ENV: 'production' },
    { npm_config_omit: 'dev' },
    { npm_config_omit: 'optional' },
    { npm_config_production: 'true' },
    { npm_config_install_strategy: 'linked' },
    { npm_config_engine_strict: 'true' },
    { npm_config_ignore_scripts: 'true' },
    // Like a home directory that cannot be written to.
    { npm_config_cache: join(root, 'package.json', 'cache') },
  ])('with %j', (env) => {
    const before = readdirSync(workspace)
    expect(missingAfterInstall(env)).toEqual([])
    expect(readdirSync(workspace)).toEqual([...before, 'node_modules'].toSorted())
  })

  it.each([['--omit=dev'], ['--omit=optional']])('after npm ci %s', (omit) => {
    npm({}, 'ci', omit)
    expect(missing()).not.toEqual([])
    expect(missingAfterInstall()).toEqual([])
  })

  it.runIf(process.platform !== 'win32').each(['#', '?', '*'])(
    'or say that nothing can be built in a folder with %s',
    (letter) => {
      const folder = join(workspace, `C${letter}`)
      cpSync(join(workspace, 'scripts'), join(folder, 'scripts'), { recursive: true })
      expect(install(folder)).toBe(
        `✗ The build does not work in a folder with "${letter}" in its path; rename it: ${folder}/\n`,
      )
      rmSync(folder, { recursive: true })
    },
  )
})
