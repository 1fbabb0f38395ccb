import { onDemandPrices } from '@monotable/model/check'
import type { LayoutCost } from './compare-layouts.ts'

/** Formats the cost of the layouts as tables with a line for each size and a column for each layout. */
export function printLayouts(costs: readonly LayoutCost[], clicks: number): string {
  const perMillion = ({ clickWrite }: LayoutCost) =>
    ((clickWrite / clicks) * onDemandPrices.perMillionWriteUnits).toFixed(2)
  return [
    `The cookie clicker: ${count(clicks)} clicks on a game of so many KB`,
    table('write units of all clicks', costs, ({ clickWrite }) => count(clickWrite)),
    table('dollars for a million clicks, on demand', costs, perMillion),
    table('write units to save the game', costs, ({ saveWrite }) => count(saveWrite)),
    table('read units of the game and its clicks', costs, ({ loadRead }) => count(loadRead)),
    table('read units of the clicks alone', costs, ({ countRead }) => count(countRead)),
  ].join('\n\n')
}

function table(title: string, costs: readonly LayoutCost[], show: (cost: LayoutCost) => string): string {
  const layouts = [...new Set(costs.map(({ layout }) => layout))]
  const sizes = [...new Set(costs.map(({ sizeKb }) => sizeKb))]
  const cell = (text: string, at: number) => text.padStart((layouts[at] ?? '').length + 3)
  const line = (size: number) => {
    const cells = layouts.map((layout, at) => {
      const cost = costs.find((one) => one.sizeKb === size && one.layout === layout)
      return cell(cost === undefined ? '' : show(cost), at)
    })
    return `${`${size} KB`.padStart(8)}${cells.join('')}`
  }
  return [title, ' '.repeat(8) + layouts.map(cell).join(''), ...sizes.map(line)].join('\n')
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
