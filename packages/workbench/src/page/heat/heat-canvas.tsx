import { useEffect, useRef, useState } from 'preact/hooks'
import type { HeatSample } from '../../shared/api.ts'
import { type HeatMeasure, heatColumn, intensityOf } from './heat-columns.ts'
import { heatSpanMs } from './heat-log.ts'

interface HeatCanvasProps {
  readonly samples: readonly HeatSample[]
  readonly measure: HeatMeasure
  readonly label: string
}

const ROWS = 96
const COLUMN_MS = 500

interface Pointed {
  readonly leftPx: number
  readonly topPx: number
  readonly text: string
}

/** Time from left to right, digests from top to bottom; the hotter, the stronger. */
export function HeatCanvas({ samples, measure, label }: HeatCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pointed, setPointed] = useState<Pointed>()
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    const draw = () => drawHeat(current, samples, measure)
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(current)
    return () => observer.disconnect()
  }, [samples, measure])
  return (
    <div class="heat-map">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerMove={(event) => setPointed(pointAt(event, samples, measure))}
        onPointerLeave={() => setPointed(undefined)}
      />
      {samples.length < 3 && <p class="heat-waiting">Waiting for requests…</p>}
      {pointed !== undefined && (
        <div class="heat-tip" style={{ left: `${pointed.leftPx}px`, top: `${pointed.topPx}px` }}>
          {pointed.text}
        </div>
      )}
    </div>
  )
}

function drawHeat(canvas: HTMLCanvasElement, samples: readonly HeatSample[], measure: HeatMeasure): void {
  const { width, height, context } = sized(canvas)
  if (context === null) return
  const colour = getComputedStyle(canvas).getPropertyValue(
    measure === 'throttled' ? '--heat-bad' : `--heat-${measure}`,
  )
  context.clearRect(0, 0, width, height)
  const last = samples.at(-1)?.atMs
  if (last === undefined) return
  const columnPx = (COLUMN_MS / heatSpanMs) * width
  const rowPx = height / ROWS
  context.fillStyle = colour
  for (const [place, sample] of samples.entries()) {
    const right = width - ((last - sample.atMs) / heatSpanMs) * width
    const { rows } = heatColumn(sample, samples[place - 1], measure, ROWS)
    for (let row = 0; row < ROWS; row++) {
      const intensity = intensityOf(rows[row] ?? 0)
      if (intensity === 0) continue
      context.globalAlpha = intensity
      context.fillRect(right - columnPx, row * rowPx, Math.ceil(columnPx) + 0.5, Math.ceil(rowPx))
    }
  }
  context.globalAlpha = 1
  drawRanges(context, samples.at(-1), width, height, canvas)
}

/** Where one partition ends and the next begins. */
function drawRanges(
  context: CanvasRenderingContext2D,
  sample: HeatSample | undefined,
  width: number,
  height: number,
  canvas: HTMLCanvasElement,
): void {
  context.strokeStyle = getComputedStyle(canvas).getPropertyValue('--line-strong')
  context.setLineDash([3, 4])
  for (const { from } of sample?.partitions ?? []) {
    if (from <= 0) continue
    context.beginPath()
    context.moveTo(0, from * height)
    context.lineTo(width, from * height)
    context.stroke()
  }
  context.setLineDash([])
}

/** Makes the canvas as fine as the screen. */
export function sized(canvas: HTMLCanvasElement): {
  readonly width: number
  readonly height: number
  readonly context: CanvasRenderingContext2D | null
} {
  const width = canvas.clientWidth
  const height = canvas.clientHeight
  const scale = devicePixelRatio
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  context?.setTransform(scale, 0, 0, scale, 0, 0)
  return { width, height, context }
}

function pointAt(
  event: { readonly offsetX: number; readonly offsetY: number; readonly currentTarget: EventTarget },
  samples: readonly HeatSample[],
  measure: HeatMeasure,
): Pointed | undefined {
  const { clientWidth, clientHeight } = event.currentTarget as HTMLCanvasElement
  const last = samples.at(-1)?.atMs
  if (last === undefined) return undefined
  const atMs = last - (1 - event.offsetX / clientWidth) * heatSpanMs
  const sample = samples.findLast((one) => one.atMs <= atMs + COLUMN_MS)
  if (sample === undefined || atMs < (samples[0]?.atMs ?? 0)) return undefined
  const place = event.offsetY / clientHeight
  const range = sample.partitions.find(({ from, to }) => place >= from && place < to)
  if (range === undefined) return undefined
  const near = sample.topKeys.find((key) => key.place !== undefined && Math.abs(key.place - place) < 1 / ROWS)
  const number = sample.partitions.indexOf(range) + 1
  const figure =
    measure === 'throttled'
      ? `${range.throttled} refused in a minute`
      : `${Math.round(range[measure])} of ${range[measure === 'read' ? 'readLimit' : 'writeLimit'].toLocaleString('en')} ${measure} units`
  const parts = [new Date(sample.atMs).toLocaleTimeString('en-GB'), `partition ${number}`, figure]
  if (near !== undefined) parts.push(near.key)
  return {
    leftPx: Math.min(event.offsetX + 12, clientWidth - 240),
    topPx: event.offsetY + 14,
    text: parts.join(' · '),
  }
}
