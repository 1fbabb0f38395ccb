import { GridError } from './grid-error.ts'
import type { Field, Project, Tenant } from './grid-store.ts'

/** Stores tenants, projects and fields, which are read often and change rarely. */
export interface Catalogue {
  createTenant(tenant: Tenant): Promise<void>
  createProject(project: Project): Promise<void>
  projects(tenant: string): Promise<readonly Project[]>
  defineField(field: Field): Promise<void>
  fields(project: string): Promise<readonly Field[]>
}

/** The known fields of projects, by project and id. A server keeps them as long as it runs. */
export type FieldCache = Map<string, Map<string, Field>>

/** Field ids become names of attributes and parts of keys. */
const idPattern = /^[a-z0-9-]{1,40}$/

/** Puts a cache in front of a catalogue's fields. New fields of others are noticed when an unknown one is asked for. */
export function cachedFields(catalogue: Catalogue, cache: FieldCache) {
  const read = async (project: string): Promise<Map<string, Field>> => {
    const found = await catalogue.fields(project)
    const known = new Map(found.map((field) => [field.id, field]))
    cache.set(project, known)
    return known
  }
  return {
    /** Returns the fields of a project; reads them again if a given id is not among them. */
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
