import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Property, PropertyType, Resource, TypeDefinition } from '@aws-cdk/service-spec-types'

const spec = loadAwsServiceSpecSync()

/** Returns what is wrong with the properties of a resource according to the schema that CloudFormation publishes. */
export function checkProperties(type: string, properties: object): string[] {
  const [resource] = spec.lookup('resource', 'cloudFormationType', 'equals', type)
  return resource === undefined ? [`there is no type ${type}`] : checkMembers(resource, properties, type)
}

function checkMembers({ properties }: Resource | TypeDefinition, given: object, path: string): string[] {
  const known = new Map<string, Property>(Object.entries(properties))
  const missing = [...known]
    .filter(([name, { required }]) => required === true && !Object.hasOwn(given, name))
    .map(([name]) => `${path}.${name} is missing`)
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const property = known.get(name)
    return property === undefined
      ? [`${path}.${name} is unknown`]
      : checkValue(property.type, value, `${path}.${name}`)
  })
  return [...missing, ...wrong]
}

function checkValue(type: PropertyType, value: unknown, path: string): string[] {
  switch (type.type) {
    case 'string': {
      const { allowedValues } = type
      const isAllowed = allowedValues === undefined || allowedValues.includes(value as string)
      return typeof value === 'string' && isAllowed ? [] : [`${path} is no text that is allowed`]
    }
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : [`${path} is no number`]
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${path} is neither true nor false`]
    case 'array':
      if (!Array.isArray(value)) return [`${path} is no list`]
      return value.flatMap((element, at) => checkValue(type.element, element, `${path}[${at}]`))
    case 'ref':
      if (typeof value !== 'object' || value === null) return [`${path} is no object`]
      return checkMembers(spec.get('typeDefinition', type.reference.$ref), value, path)
    case 'union':
      return (
        type.types.map((one) => checkValue(one, value, path)).sort((a, b) => a.length - b.length)[0] ?? []
      )
    case 'json':
      return []
    default:
      return [`${path} is of a kind that this does not check: ${type.type}`]
  }
}
