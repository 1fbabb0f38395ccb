import { parseArgs } from 'node:util'
import { designs } from './designs.ts'
import { createFields, createIssues, project, tenant } from './grid-data.ts'
import { openInMemory } from './open-designs.ts'

async function main(): Promise<void> {
  const issues = createIssues(
    Number(parseArgs({ options: { issues: { type: 'string' } }, strict: false }).values.issues ?? 1000),
  )
  for (const design of designs) {
    const one = await openInMemory(design)
    await one.store.createTenant(tenant)
    await one.store.createProject(project)
    for (const f of createFields(120)) await one.store.defineField(f)
    const t = performance.now()
    await one.store.loadIssues(issues)
    const t2 = performance.now()
    const stream = await one.settled()
    const t3 = performance.now()
    const f = createFields()[2] as { id: string }
    const page = await one.measured((s) =>
      s.issuesByField({ project: project.id, field: f.id }, { limit: 50 }),
    )
    process.stdout.write(
      `${design.name} ${Math.round(t2 - t)} ${Math.round(t3 - t2)} ${JSON.stringify(stream)} ${page.value.issues.length} ${performance.now() - t3} ${JSON.stringify(await one.size())}\n`,
    )
    await one.close()
  }
}

await main()
