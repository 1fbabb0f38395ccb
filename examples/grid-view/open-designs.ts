import { type AnyModel, createTableInput, type ModelClient } from '@monotable/model'
import { openDatabase } from 'monotable'
import type { Design, OpenDesign } from './designs.ts'

type TableDefinition = AnyModel['entities'][string]['definition']['table']

/** Returns the tables of a design. */
export function tablesOf({ entities }: AnyModel): TableDefinition[] {
  return [...new Set(Object.values(entities).map(({ definition }) => definition.table))]
}

/** A design in an in-memory database of its own. */
export interface DesignInMemory extends OpenDesign {
  readonly design: Design
  /** Returns the number of items and their bytes, according to the tables. */
  size(): Promise<{ readonly items: number; readonly bytes: number }>
  close(): Promise<void>
}

/** Opens a design in this process, with its tables created and empty. */
export async function openInMemory(design: Design): Promise<DesignInMemory> {
  const database = await openDatabase()
  const tables = tablesOf(design.model)
  for (const definition of tables) await database.send('CreateTable', createTableInput({ definition }))
  const opened = await design.open(database as ModelClient)
  return {
    design,
    ...opened,
    size: async () => {
      const described = await Promise.all(
        tables.map(({ name }) => database.send('DescribeTable', { TableName: name })),
      )
      const sum = (field: 'ItemCount' | 'TableSizeBytes') =>
        described.reduce((total, { Table }) => total + (Table?.[field] ?? 0), 0)
      return { items: sum('ItemCount'), bytes: sum('TableSizeBytes') }
    },
    close: () => database.close(),
  }
}
