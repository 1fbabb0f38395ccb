import { findChromium } from '../../scripts/find-chromium.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures how the workbench's page shows a large table.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureWorkbench({ options, say }) {
  const browser = findChromium()
  if (browser === undefined) {
    say('  no browser: name one with CHROMIUM_PATH')
    return { figures: [], tables: [] }
  }
  const items = options.quick ? 20_000 : 500_000
  say(`  ${thousands(items)} items in Chromium`)
  const figure = await runChild('workbench-child.mjs', { items, browser }, ['--max-old-space-size=8192'])
  const table = {
    title: 'Workbench',
    note: 'The page over a table in memory, in Chromium without a screen, 1,280 × 800. “first rows” is from opening the link to the first item drawn; “all read” is reading every page of the Scan into the page; “step” is drawing again after scrolling by 1,500 pixels, without waiting for the next frame.',
    nameColumns: 1,
    head: ['Items', 'first rows ms', 'all read s', 'page MB', 'most nodes', 'step ms', 'slowest step ms'],
    rows: [
      [
        thousands(figure.items),
        thousands(figure.firstRowsMs),
        decimals(figure.allReadMs / 1000),
        thousands(figure.heapMb),
        thousands(figure.nodes),
        decimals(figure.stepMs),
        decimals(figure.slowestStepMs),
      ],
    ],
  }
  return { figures: [figure], tables: [table] }
}
