// Serves dynalite from memory until it is stopped: node dynalite-server.mjs MODULE
import { createRequire } from 'node:module'

const dynalite = createRequire(import.meta.url)(process.argv[2] ?? 'dynalite')
const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
