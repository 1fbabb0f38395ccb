import { GridError } from './grid-error.ts'
import type { Field, Project, Tenant } from './grid-store.ts'

/** Keeps tenants, projects and fields: what is read often and changes seldom. */
export interface Catalogue {
  createTenant(tenant: Tenant): Promise<void>
  createProject(project: Project): Promise<void>
  projects(tenant: string): Promise<readonly Project[]>
  defineField(field: Field): Promise<void>
  fields(project: string): Promise<readonly Field[]>
}

/** The fields of projects that are known here, by project and id. A server keeps them as long as it runs. */
export type FieldCache = Map<string, Map<string, Field>>

/** Field ids become names of attributes and parts of keys. */
const idPattern = /^[a-z0-9-]{1,40}$/

/** Puts a cache before a catalogue's fields. Others' new fields are seen when one is asked for that is not known. */
export function cachedFields(catalogue: Catalogue, cache: FieldCache) {
  const read = async (project: string): Promise<Map<string, Field>> => {
    const found = await catalogue.fields(project)
    const known = new Map(found.map((field) => [field.id, field]))
    cache.set(project, known)
    return known
  }
  return {
    /** The fields of a project, and among them all that are named. */
    known: async (project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Field>> => {
      const known = cache.get(project) ?? (await read(project))
      return ids.every((id) => known.has(id)) ? known : await read(project)
    },
    define: async (field: Field): Promise<void> => {
      if (!idPattern.test(field.id)) throw new GridError(`"${field.id}" cannot be the id of a field`)
      await catalogue.defineField(field)
      cache.get(field.project)?.set(field.id, field)
    },
  }
}
