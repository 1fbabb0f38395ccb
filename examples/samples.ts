import type { Sample } from '@monotable/workbench'
import { sample as sessionStore } from './session-store/sample.ts'
import { sample as shop } from './shop/sample.ts'

/** The applications here that can be opened in the workbench, with their data. They are packed into the command. */
export const samples: readonly Sample[] = [shop, sessionStore]
