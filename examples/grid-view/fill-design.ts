import { createFields, project, tenant } from './grid-data.ts'
import type { GridStore, Issue } from './grid-store.ts'

/** The number of issues that are written together. */
const atOnce = 250

/** Creates the tenant, the project and its fields. */
export async function fillCatalogue(store: GridStore, fieldCount?: number): Promise<void> {
  await store.createTenant(tenant)
  await store.createProject(project)
  for (const field of createFields(fieldCount)) await store.defineField(field)
}

/** Stores all issues, and reports progress from time to time. */
export async function fillIssues(
  store: GridStore,
  issues: readonly Issue[],
  onProgress?: (done: number) => void,
): Promise<void> {
  for (let at = 0; at < issues.length; at += atOnce) {
    await store.loadIssues(issues.slice(at, at + atOnce))
    onProgress?.(Math.min(at + atOnce, issues.length))
  }
}
