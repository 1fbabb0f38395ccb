import { type Database, shape, table } from '@monotable/model'
import { collectAll } from './collect-all.ts'
import type { Catalogue } from './field-cache.ts'
import type { Field, Project, Tenant } from './grid-store.ts'

/* Tables for tenants, projects and attribute definitions: the same in all designs except the single table. */

/** Declares the tables of a design, whose names begin with a prefix. */
export function catalogueTables(prefix: string) {
  const tenants = table(`${prefix}Tenant`, { key: { pk: 'id' }, type: false })
  const projects = table(`${prefix}Project`, {
    key: { pk: 'id' },
    indexes: { byTenant: { pk: 'tenant', sk: 'name' } },
    type: false,
  })
  const definitions = table(`${prefix}AttributeDefinition`, {
    key: { pk: 'project', sk: 'id' },
    type: false,
  })
  const Tenant = tenants.entity('Tenant', { schema: shape<Tenant>({ id: 'S', name: 'S' }) })
  const Project = projects.entity('Project', {
    schema: shape<Project>({ id: 'S', tenant: 'S', name: 'S' }),
    index: { byTenant: {} },
  })
  const Field = definitions.entity('Field', {
    schema: shape<Field>({ id: 'S', project: 'S', name: 'S', type: 'S', position: 'N' }),
  })
  return {
    entities: { Tenant, Project, Field },
    patterns: {
      projects: Project.query('byTenant', { page: 100 }),
      fields: Field.query('primary', { expect: { items: 400 } }),
    },
  }
}

type Tables = ReturnType<typeof catalogueTables>

/** Stores tenants, projects and fields in these tables. */
export function createCatalogue(db: Database<Tables['entities'], Tables['patterns']>): Catalogue {
  return {
    createTenant: async (tenant) => {
      await db.Tenant.create(tenant)
    },
    createProject: async (project) => {
      await db.Project.create(project)
    },
    projects: (tenant) => collectAll(db.q.projects({ tenant }).all()),
    defineField: async (field) => {
      await db.Field.put(field)
    },
    fields: async (project) => {
      const found = await collectAll(db.q.fields({ project }).all())
      return found.sort((one, other) => one.position - other.position)
    },
  }
}
