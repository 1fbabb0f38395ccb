import type { Json } from '../../differential/exchange.ts'
import { itemsText, requireSame, type SidesInStep } from './sides-in-step.ts'
import type { ControlRequest, World } from './world.ts'

/** Records what tables held, and checks their copies against it. */
export class CopiesLedger {
  readonly #all: SidesInStep
  readonly #world: World
  readonly #backups = new Map<string, string>()
  readonly #exports = new Map<string, string>()
  /** What each table held at the end of each moment. */
  readonly #histories = new Map<string, { readonly atMs: number; readonly text: string }[]>()

  constructor(all: SidesInStep, world: World) {
    this.#all = all
    this.#world = world
  }

  /** Records what every table holds; called before time passes. */
  async endMoment(): Promise<void> {
    for (const { name } of this.#world.tables) {
      const history = this.#histories.get(name) ?? []
      this.#histories.set(name, history)
      history.push({ atMs: this.#world.nowMs, text: await this.#text(name) })
    }
  }

  /** Records what a copy has to hold, or checks what it holds; called with each request that was answered. */
  async note({ operation, input }: ControlRequest, body: Json): Promise<void> {
    const member = (name: string) => String(input[name])
    switch (operation) {
      case 'DeleteTable':
        this.#histories.delete(member('TableName'))
        return
      case 'CreateBackup': {
        const { BackupArn } = body['BackupDetails'] as Json
        this.#backups.set(String(BackupArn), await this.#text(member('TableName')))
        return
      }
      case 'ExportTableToPointInTime': {
        const table = member('TableArn').split('/')[1] ?? ''
        if (!input['ExportType']) this.#exports.set(member('S3Prefix'), await this.#text(table))
        return
      }
      case 'RestoreTableFromBackup':
        return this.#check(member('TargetTableName'), this.#backups.get(member('BackupArn')))
      case 'RestoreTableToPointInTime': {
        const { RestoreDateTime: seconds } = input
        const atMs = seconds === undefined ? this.#world.nowMs : Number(seconds) * 1000
        const then = await this.#textOf(member('SourceTableName'), atMs)
        if (then !== undefined) await this.#check(member('TargetTableName'), then)
        return
      }
      case 'ImportTable':
        return this.#checkImport(input, body)
    }
  }

  async #checkImport(input: Json, body: Json): Promise<void> {
    await this.#all.settled()
    const { ImportArn } = body['ImportTableDescription'] as Json
    const told = await this.#all.send('DescribeImport', { ImportArn })
    const { ImportStatus, ErrorCount } = (told?.['ImportTableDescription'] ?? {}) as Json
    const prefix = String((input['S3BucketSource'] as Json)['S3KeyPrefix']).slice(0, -1)
    const exported = this.#exports.get(prefix)
    // No text is kept for an export of changes, and the import of an export in another format fails.
    if (ImportStatus !== 'COMPLETED' || ErrorCount !== 0 || exported === undefined) return
    await this.#check(String((input['TableCreationParameters'] as Json)['TableName']), exported)
  }

  async #check(table: string, expected: string | undefined): Promise<void> {
    await this.#all.settled()
    requireSame(`the copy ${table}`, expected, await this.#text(table))
  }

  #text(TableName: string): Promise<string> {
    return this.#all.items({ TableName }).then(itemsText)
  }

  /** Returns what a table held at a moment, if that is known. */
  async #textOf(table: string, atMs: number): Promise<string | undefined> {
    if (atMs >= this.#world.nowMs) return this.#text(table)
    return this.#histories.get(table)?.findLast((moment) => moment.atMs <= atMs)?.text
  }
}
