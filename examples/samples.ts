import type { Sample } from '@monotable/workbench'
import { sample as gridView } from './grid-view/sample.ts'
import { sample as sessionStore } from './session-store/sample.ts'
import { sample as shop } from './shop/sample.ts'
import { sample as social } from './social/sample.ts'

/** The applications here that can be opened in the workbench, with their data. They are bundled with the command. */
export const samples: readonly Sample[] = [shop, sessionStore, gridView, social]
