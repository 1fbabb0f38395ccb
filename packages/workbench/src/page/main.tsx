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
// Loads the code of the screen while its data is in flight.
void screens[currentRoute.value.screen].load()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
