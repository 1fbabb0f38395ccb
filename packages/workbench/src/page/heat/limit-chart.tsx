import { useEffect, useRef } from 'preact/hooks'
import type { HeatSample } from '../../shared/api.ts'
import { colourOf, sized } from './heat-canvas.tsx'
import { type HeatMeasure, hottestOf } from './heat-columns.ts'

interface LimitChartProps {
  readonly samples: readonly HeatSample[]
  readonly measure: HeatMeasure
  readonly spanMs: number
  readonly label: string
}

/** The hottest partition over time, and the limit at which AWS would throttle. */
export function LimitChart({ samples, measure, spanMs, label }: LimitChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    const draw = () => drawChart(current, samples, measure, spanMs)
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(current)
    return () => observer.disconnect()
  }, [samples, measure, spanMs])
  return <canvas class="limit-chart" ref={canvas} role="img" aria-label={label} />
}

function drawChart(
  canvas: HTMLCanvasElement,
  samples: readonly HeatSample[],
  measure: HeatMeasure,
  spanMs: number,
): void {
  const { width, height, context } = sized(canvas)
  if (context === null) return
  const colour = colourOf(canvas, measure === 'throttled' ? '--heat-bad' : `--heat-${measure}`)
  context.clearRect(0, 0, width, height)
  const points = samples.map((sample) => ({ atMs: sample.atMs, ...hottestOf(sample, measure) }))
  const limit = points.at(-1)?.limit ?? 1000
  const highest = Math.max(...points.map(({ amount }) => amount), 0)
  // While the load is low, the limit is near the top; peaks above the limit stay in the chart.
  const top = Math.max(limit * 1.15, highest * 1.1)
  const bottom = height - 4
  const y = (amount: number) => bottom - (amount / top) * (bottom - 14)
  const last = points.at(-1)?.atMs ?? 0
  const x = (atMs: number) => width - ((last - atMs) / spanMs) * width
  if (points.length > 1) {
    context.beginPath()
    context.moveTo(x(points[0]?.atMs ?? 0), bottom)
    for (const { atMs, amount } of points) context.lineTo(x(atMs), y(amount))
    context.lineTo(x(last), bottom)
    context.fillStyle = colour
    context.globalAlpha = 0.22
    context.fill()
    context.globalAlpha = 1
    context.beginPath()
    for (const { atMs, amount } of points) context.lineTo(x(atMs), y(amount))
    context.strokeStyle = colour
    context.lineWidth = 1.5
    context.stroke()
  }
  if (measure !== 'throttled') drawLimit(context, { canvas, width, y: y(limit), limit, measure })
}

interface Limit {
  readonly width: number
  readonly y: number
  readonly limit: number
  readonly measure: HeatMeasure
  readonly canvas: HTMLCanvasElement
}

function drawLimit(context: CanvasRenderingContext2D, { canvas, width, y, limit, measure }: Limit): void {
  const bad = colourOf(canvas, '--heat-bad')
  context.strokeStyle = bad
  context.lineWidth = 1
  context.setLineDash([5, 4])
  context.beginPath()
  context.moveTo(0, Math.round(y) + 0.5)
  context.lineTo(width, Math.round(y) + 0.5)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = bad
  context.font = `500 11px ${getComputedStyle(canvas).fontFamily}`
  context.textBaseline = 'bottom'
  context.fillText(`AWS throttles above ${limit.toLocaleString('en')} ${measure} units a second`, 6, y - 3)
}
