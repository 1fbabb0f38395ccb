export { abortable } from './requests/abortable.ts'
export { type SentRequest, type WatchOptions, watched } from './requests/watched.ts'
