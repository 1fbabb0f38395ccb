import { Agent, request as httpRequest } from 'node:http'
import { crc32, gunzipSync, gzipSync } from 'node:zlib'
import { DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { makeTable } from './make-table.ts'

/** What middleware sees of a request or a response. */
interface Message {
  headers: { [name: string]: string }
  body?: unknown
}
