import { render } from 'preact'
import { App } from './app.tsx'
import { loadWorkbench } from './app-state.ts'
import { provideBuffer } from './buffer-stand-in.ts'
import { applyTheme } from './frame/theme.ts'
import { currentRoute, followLocation } from './navigation.ts'
import { screens } from './screens.ts'

provideBuffer()
applyTheme()
followLocation()
void loadWorkbench()
// The code of the screen comes while its data is on the way.
void screens[currentRoute.value.screen].load()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
