import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

/** A package as npm packs it. */
export interface PackedPackage {
  readonly name: string
  readonly manifest: Manifest
  /** The files in the tarball, as paths within the package. */
  readonly files: ReadonlySet<string>
  /** The folder that it was unpacked into. */
  readonly folder: string
}

/** The parts of `package.json` that matter here. */
export interface Manifest {
  readonly name: string
  readonly exports: { readonly [entry: string]: { readonly [condition: string]: string } }
  readonly bin?: { readonly [command: string]: string }
  readonly files: readonly string[]
  readonly dependencies?: { readonly [name: string]: string }
}

/** Returns the folders of the workspace's packages. */
function packageFolders(): string[] {
  return readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'package.json')),
  )
}

/** Packs every package and unpacks it into the `node_modules` of a consumer, as an installation would. */
export function packInto(consumer: string): PackedPackage[] {
  const unbuilt = packageFolders().find(
    (name) => !existsSync(join(root, 'packages', name, 'dist', 'index.js')),
  )
  if (unbuilt !== undefined || !existsSync(join(root, 'packages', 'cli', 'bundle', 'main.cjs'))) {
    throw new Error('Nothing is built that could be packed; run: npm run build')
  }
  const tarballs = join(consumer, 'tarballs')
  mkdirSync(tarballs)
  const args = ['pack', '--workspaces', '--ignore-scripts', '--json', '--pack-destination', tarballs]
  // Users in containers often have no home, and so no cache that npm can write to.
  const env = { ...process.env, npm_config_cache: join(consumer, '.npm') }
  const shell = process.platform === 'win32'
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    env,
    shell,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const packed = JSON.parse(output) as { name: string; filename: string; files: { path: string }[] }[]
  return packed.map(({ name, filename, files }) => {
    const folder = join(consumer, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', join(tarballs, filename), '-C', folder, '--strip-components=1'])
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    return { name, manifest, files: new Set(files.map(({ path }) => path)), folder }
  })
}

/**
 * Links third-party packages of this workspace into a consumer, because there may be no network to install them from.
 */
export function lend(consumer: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(consumer, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link, 'junction')
  }
}
