export { type CacheOptions, cache } from './cache/cache.ts'
