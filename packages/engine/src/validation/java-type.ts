import type { Shape } from './shape.ts'

const PACKAGE = 'com.amazonaws.dynamodb.v20120810.'

/** Returns the Java type that AWS uses for a shape, as named in messages. */
export function javaTypeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return 'java.lang.String'
    case 'number':
      return `java.lang.${shape.javaType}`
    case 'boolean':
      return 'java.lang.Boolean'
    case 'attributeValue':
      return `${PACKAGE}AttributeValue`
    case 'struct':
      return PACKAGE + shape.name
    case 'list':
      return `java.util.List<${javaTypeOf(shape.member)}>`
    case 'map':
      return `java.util.Map<java.lang.String, ${javaTypeOf(shape.value)}>`
  }
}
