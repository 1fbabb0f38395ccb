import { main } from '../../../packages/cli/src/main.ts'

// The command itself, built from the sources.
process.exitCode = await main(process.argv.slice(2))
