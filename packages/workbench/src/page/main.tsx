import { render } from 'preact'
import { App } from './app.tsx'
import { loadWorkbench } from './app-state.ts'
import { provideBuffer } from './buffer-stand-in.ts'
import { applyTheme } from './frame/theme.ts'
import { followLocation } from './navigation.ts'

provideBuffer()
applyTheme()
followLocation()
void loadWorkbench()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
