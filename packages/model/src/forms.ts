export type { FormOf, OwnForm } from './codec/stored-form.ts'
export { type FormFunctions, form, type StoredValue } from './forms/form.ts'
