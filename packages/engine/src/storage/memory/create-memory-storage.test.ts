import { storageContract } from '../../testing/index.ts'
import { createMemoryStorage } from './create-memory-storage.ts'

storageContract({ name: 'memory', open: async () => createMemoryStorage(), modelRuns: 300 })
