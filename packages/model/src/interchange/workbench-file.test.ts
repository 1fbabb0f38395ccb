import { describe, expect, it } from 'vitest'
import { readWorkbenchFile } from './read-workbench-file.ts'
import { writeWorkbenchFile } from './write-workbench-file.ts'

const text = (name: string) => ({ AttributeName: name, AttributeType: 'S' })

/** A library, as someone might have drawn it over the years. */
const library = {
  ModelName: 'Library',
  ModelMetadata: { Author: 'A reader', Version: '2.0', Room: 12 },
  Shelf: ['kept'],
  DataModel: [
    {
      TableName: 'Library',
      KeyAttributes: { PartitionKey: text('PK'), SortKey: text('SK') },
      NonKeyAttributes: [
        text('title'),
        { AttributeName: 'pages', AttributeType: 'N' },
        text('GSI1PK'),
        text('kind'),
      ],
      TableFacets: [
        {
          FacetName: 'Book',
          KeyAttributeAlias: { PartitionKeyAlias: 'BOOK#isbn', SortKeyAlias: 'BOOK#isbn' },
          NonKeyAttributes: ['title', 'pages', 'kind'],
          TableData: [
            { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK#1' }, title: { S: 'One' }, pages: { N: 120 } },
            { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK#1' }, title: { S: 'One again' } },
          ],
          Colour: 'green',
        },
        {
          FacetName: 'Loan',
          KeyAttributeAlias: { PartitionKeyAlias: 'BOOK#isbn', SortKeyAlias: 'LOAN#reader' },
          NonKeyAttributes: ['GSI1PK'],
          TableData: [
            {
              PK: { S: 'BOOK#1' },
              SK: { S: 'LOAN#ann' },
              GSI1PK: { S: 'ann' },
              notes: { M: { good: true } },
            },
            { PK: { S: '' }, SK: { S: 'LOAN#bo' } },
            { SK: { S: 'LOAN#cy' } },
            'not an item',
          ],
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'ofReader',
          KeyAttributes: { PartitionKey: text('GSI1PK'), SortKey: text('SK') },
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title', 'PK'] },
          Lamp: 'on',
        },
      ],
      TableData: [{ PK: { S: 'CLOCK' }, SK: { S: 'CLOCK' }, empty: {} }],
      DataAccess: { MySql: { a: 1 } },
      SavedQuery: [],
    },
    { TableName: 'no', KeyAttributes: { PartitionKey: { AttributeName: 'id' } } },
    { TableName: 'Broken' },
    null,
  ],
}

describe('a NoSQL Workbench file', () => {
  const read = readWorkbenchFile(library)
  const [table] = read.description.tables

  it('has facets as entities, with their aliases as templates', () => {
    expect(
      table?.entities.map(({ name, key, indexes }) => [
        name,
        key.pk[0]?.template,
        key.sk[0]?.template,
        indexes.map(({ index }) => index),
      ]),
    ).toEqual([
      ['Book', 'BOOK#{isbn}', 'BOOK#{isbn}', []],
      ['Loan', 'BOOK#{isbn}', 'LOAN#{reader}', ['ofReader']],
    ])
  })

  it('has attributes with types, from the file and from its items', () => {
    expect(table?.entities[1]?.attributes).toEqual([
      { name: 'isbn', type: 'S', required: true },
      { name: 'reader', type: 'S', required: true },
      { name: 'GSI1PK', type: 'S', required: false },
      { name: 'notes', type: 'M', required: false },
    ])
  })

  it('has the items of the table and of its facets, repaired', () => {
    expect(read.items.get('Library')).toEqual([
      { PK: { S: 'CLOCK' }, SK: { S: 'CLOCK' } },
      { PK: { S: 'BOOK#1' }, SK: { S: 'BOOK#1' }, title: { S: 'One' }, pages: { N: '120' } },
      {
        PK: { S: 'BOOK#1' },
        SK: { S: 'LOAN#ann' },
        GSI1PK: { S: 'ann' },
        notes: { M: { good: { BOOL: true } } },
      },
    ])
  })

  it('reports everything that was repaired or left out, with its place', () => {
    const facets = 'DataModel[0].TableFacets'
    expect(read.messages.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'DataModel[0].GlobalSecondaryIndexes[0].Projection.NonKeyAttributes: names keys, which are in every index; they were left out',
      'DataModel[0].TableData[0].empty: is empty; it was left out',
      `${facets}[0].TableData[0].pages: N held no text; numbers are written as text`,
      `${facets}[0].TableData[1]: has the same key as an earlier item, and was left out`,
      `${facets}[1].TableData[0].notes.good: was plain JSON; it was converted to a DynamoDB value`,
      `${facets}[1].TableData[1]: has no valid key PK, and was left out`,
      `${facets}[1].TableData[2]: has no valid key PK, and was left out`,
      `${facets}[1].TableData[3]: is not an item, and was left out`,
      'DataModel[1].KeyAttributes.PartitionKey: a key is of type S, N or B; S was used',
      'DataModel[1].TableName: is not a valid name; it was changed to no_',
      'DataModel[2]: has no partition key, and was left out',
      'DataModel[3]: is not a table, and was left out',
    ])
  })

  it('keeps what the model does not cover when written, and survives a round trip', () => {
    const { file, messages } = writeWorkbenchFile(read.description, { items: read.items, base: library })
    expect(messages).toEqual([])
    expect(file).toMatchObject({
      ModelName: 'Library',
      ModelMetadata: { Author: 'A reader', Version: '2.0', Room: 12 },
      Shelf: ['kept'],
      DataModel: [
        {
          SavedQuery: [],
          DataAccess: { MySql: { a: 1 } },
          TableFacets: [
            { FacetName: 'Book', Colour: 'green', KeyAttributeAlias: { PartitionKeyAlias: 'BOOK#isbn' } },
            { FacetName: 'Loan' },
          ],
          GlobalSecondaryIndexes: [{ Lamp: 'on' }],
        },
        { TableName: 'no_' },
      ],
    })
    const again = readWorkbenchFile(JSON.parse(JSON.stringify(file)))
    expect(again).toEqual({ ...read, messages: [] })
  })

  it('keeps items in their facets, also where keys do not tell which facet it is', () => {
    const facet = (FacetName: string, ...ids: string[]) => ({
      FacetName,
      KeyAttributeAlias: { PartitionKeyAlias: 'id' },
      NonKeyAttributes: [],
      TableData: ids.map((id) => ({ id: { S: id } })),
      DataAccess: { MySql: {} },
    })
    const plain = {
      ModelName: 'Plain',
      DataModel: [
        {
          TableName: 'Plain',
          KeyAttributes: { PartitionKey: text('id') },
          TableFacets: [facet('One', 'a', 'b'), facet('Other', 'c')],
        },
      ],
    }
    const { description, items } = readWorkbenchFile(plain)
    const added = new Map([['Plain', [...(items.get('Plain') ?? []), { id: { S: 'd' } }]]])
    expect(writeWorkbenchFile(description, { items: added, base: plain }).file).toMatchObject({
      DataModel: [{ TableFacets: plain.DataModel[0]?.TableFacets, TableData: [{ id: { S: 'd' } }] }],
    })
  })

  it('keeps the attribute that names the entity, and what it says about keys besides', () => {
    const facet = (FacetName: string, id: string) => ({
      FacetName,
      KeyAttributeAlias: { PartitionKeyAlias: 'id', SortKeyAlias: 'at' },
      NonKeyAttributes: ['name', 'kind'],
      TableData: [{ id: { S: id }, at: { S: '1' }, kind: { S: FacetName }, name: { S: 'x' } }],
    })
    const sortKey = { ...text('at'), MapFunction: { Cat: '#{time}' } }
    const kinds = {
      DataModel: [
        {
          TableName: 'Kinds',
          KeyAttributes: { PartitionKey: text('id'), SortKey: sortKey },
          NonKeyAttributes: [text('name'), text('kind')],
          TableFacets: [facet('Cat', 'a'), facet('Dog', 'b')],
          GlobalSecondaryIndexes: [
            {
              IndexName: 'byTime',
              KeyAttributes: { PartitionKey: sortKey },
              Projection: { ProjectionType: 'ALL' },
            },
          ],
        },
      ],
    }
    const { description, items } = readWorkbenchFile(kinds)
    expect(description.tables[0]?.typeAttribute).toBe('kind')
    const of = (base?: object) => writeWorkbenchFile(description, { items, base }).file
    expect(of(kinds)).toMatchObject(kinds)
    const other = { ...text('when'), MapFunction: {} }
    const DataModel = [{ ...kinds.DataModel[0], KeyAttributes: { SortKey: other } }]
    expect(of({ DataModel })).toMatchObject({ DataModel: [{ KeyAttributes: { SortKey: text('at') } }] })
  })

  it('keeps aliases that its items do not have, and lists attributes that items have got since', () => {
    const facet = (FacetName: string, alias: object, id: string) => ({
      FacetName,
      KeyAttributeAlias: alias,
      NonKeyAttributes: ['name'],
      TableData: [{ id: { S: id }, at: { N: '1' }, name: { S: 'x' } }],
    })
    const pets = {
      DataModel: [
        {
          TableName: 'Pets',
          KeyAttributes: {
            PartitionKey: text('id'),
            SortKey: { AttributeName: 'at', AttributeType: 'N' },
          },
          NonKeyAttributes: [text('name')],
          TableFacets: [
            facet('Cat', { PartitionKeyAlias: 'CAT#name', SortKeyAlias: 'born' }, 'CAT#x'),
            facet('Dog', { PartitionKeyAlias: 'DOG#name', SortKeyAlias: 'born' }, 'rex'),
          ],
        },
      ],
    }
    const { description, items } = readWorkbenchFile(pets)
    expect(writeWorkbenchFile(description, { items, base: pets }).file).toMatchObject(pets)

    const grown = (items.get('Pets') ?? []).map((item) => ({ ...item, legs: { N: '4' } }))
    const { file } = writeWorkbenchFile(description, { items: new Map([['Pets', grown]]), base: pets })
    expect(file).toMatchObject({
      DataModel: [
        {
          NonKeyAttributes: [text('name'), { AttributeName: 'legs', AttributeType: 'N' }],
          TableFacets: [{ NonKeyAttributes: ['name', 'legs'] }, { NonKeyAttributes: ['name', 'legs'] }],
        },
      ],
    })

    // With other keys, it would be read as a template, which the model does not have.
    const renamed = grown.map((item) => ({ ...item, id: { S: 'DOG#a' } }))
    const { DataModel } = writeWorkbenchFile(description, {
      items: new Map([['Pets', renamed]]),
      base: {
        DataModel: [
          {
            ...pets.DataModel[0],
            TableFacets: [{ ...pets.DataModel[0]?.TableFacets[1], TableData: renamed }],
          },
        ],
      },
    }).file as typeof pets
    const dog = DataModel[0]?.TableFacets.find(({ FacetName }) => FacetName === 'Dog')
    expect(dog?.KeyAttributeAlias).toEqual({ PartitionKeyAlias: 'id', SortKeyAlias: 'born' })
  })

  it.each([[null], [[]], ['text'], [{}], [{ DataModel: 'x' }]])(
    'that is invalid (%j) counts as empty, and is reported',
    (file) => {
      const { description, messages } = readWorkbenchFile(file)
      expect(description.tables).toEqual([])
      expect(messages).toEqual([
        { path: 'DataModel', message: 'is missing: this is not a NoSQL Workbench file' },
      ])
    },
  )
})
