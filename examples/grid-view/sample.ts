import type { Sample } from '@monotable/workbench'
import { createFields, createIssues, project, tenant } from './grid-data.ts'
import { gridModel } from './single-table-model.ts'
import { createSingleTableStore } from './single-table-store.ts'

export const sample: Sample = {
  name: 'grid-view',
  title: 'Grid view',
  description:
    'Issues with custom fields that can be sorted by any of them, in one table with one index: GridView.',
  model: gridModel,
  load: async (client) => {
    const store = createSingleTableStore(gridModel.connect(client), new Map())
    await store.createTenant(tenant)
    await store.createProject(project)
    for (const field of createFields()) await store.defineField(field)
    await store.loadIssues(createIssues(24))
  },
}
