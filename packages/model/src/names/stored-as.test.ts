import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { shape } from '../codec/standard-schema.ts'
import { describeModel } from '../documents/describe-model.ts'
import { htmlDocument } from '../documents/html-document.ts'
import { schemaLock } from '../documents/schema-lock.ts'
import { buildModel } from '../interchange/build-model.ts'
import { modelSource } from '../interchange/model-source.ts'
import { readWorkbenchFile } from '../interchange/read-workbench-file.ts'
import { writeWorkbenchFile } from '../interchange/write-workbench-file.ts'
import { model } from '../model.ts'
import { table } from '../table.ts'
import { cloudFormationTemplate } from '../templates/cloudformation-template.ts'
import { storedAs } from './stored-as.ts'

/* A model with other names in the table. */

const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, indexes: { byName: { pk: 'cn' } }, ttl: 'ttl' })
const Customer = shop.entity('Customer', {
  schema: z.object({
    id: z.string(),
    customerName: z.string(),
    address: z.object({ street: z.string() }),
    expiresAt: z.date(),
  }),
  key: { pk: 'CUSTOMER#{id}', sk: 'NAME#{customerName}' },
  index: { byName: { pk: '{customerName}' } },
  ttl: 'expiresAt',
  version: true,
  storedAs: storedAs({
    customerName: 'cn',
    'address.street': 's',
    expiresAt: 'ttl',
    version: 'v',
  }),
})
const app = model({ entities: { Customer }, patterns: { byName: Customer.query('byName') } })
const description = describeModel(app)
const names = { customerName: 'cn', 'address.street': 's', expiresAt: 'ttl', version: 'v' }

describe('a model with other names in the table', () => {
  it('is described by the names of the application, and those of the table', () => {
    const [entity] = description.tables[0]?.entities ?? []
    expect(entity?.storedAs).toEqual(names)
    expect(entity?.attributes.map(({ name }) => name)).toEqual([
      'id',
      'customerName',
      'address',
      'expiresAt',
      'version',
    ])
    expect(entity?.rules).toContain(
      'in the table, expiresAt is called ttl, customerName is called cn, address.street is called s, version is called v',
    )
    expect(htmlDocument(description)).toContain('customerName is called cn')
  })

  it('is locked with its names, each by its path', () => {
    expect(schemaLock(app).entities['Shop/Customer']).toMatchObject({
      'name of customerName': 'cn',
      'name of address.street': 's',
      'attribute customerName': 'S',
    })
    const Plain = shop.entity('Customer', {
      schema: shape<{ id: string }>(),
      key: { pk: '{id}', sk: '{id}' },
    })
    const facts = schemaLock(model({ entities: { Plain } })).entities['Shop/Customer'] ?? {}
    expect(Object.keys(facts).filter((fact) => fact.startsWith('name'))).toEqual([])
  })

  it('survives being built from its description, and written as source', () => {
    expect(describeModel(buildModel(description)).tables[0]?.entities[0]?.storedAs).toEqual(names)
    const source = modelSource(description)
    expect(source).toContain("import { storedAs } from '@monotable/model/names'\n")
    expect(source).toMatch(/storedAs: storedAs\(\{[^}]*customerName: 'cn',[^}]*'address\.street': 's'/)
  })

  it('is deployed with the names of the table in keys and time to live', () => {
    const template = JSON.stringify(cloudFormationTemplate(description))
    expect(template).toContain('"AttributeName":"cn"')
    expect(template).toContain('"TimeToLiveSpecification":{"AttributeName":"ttl"')
    expect(template).not.toContain('customerName')
  })

  it('has the names of the table in a NoSQL Workbench file, which survives a round trip', () => {
    const { file, messages } = writeWorkbenchFile(description)
    expect(messages.map(({ message }) => message)).toContain(
      'NoSQL Workbench has one name for an attribute: Customer is written with the names in the table',
    )
    expect(JSON.stringify(file)).not.toMatch(/customerName|expiresAt|"version"/)
    const [read] = readWorkbenchFile(file).description.tables[0]?.entities ?? []
    expect(read?.key.sk.map(({ template }) => template)).toEqual(['NAME#{cn}'])
    expect(read?.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(['cn', 'ttl', 'v']))
  })
})
