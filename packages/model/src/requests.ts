export { abortable } from './requests/abortable.ts'
export { cursorAfter } from './requests/cursor-after.ts'
export { type SentRequest, type WatchOptions, watched } from './requests/watched.ts'
