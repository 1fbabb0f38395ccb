export * from './attribute-value.ts'
export * from './own-property.ts'
export * from './service-error.ts'
