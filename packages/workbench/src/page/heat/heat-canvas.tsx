import { useEffect, useRef, useState } from 'preact/hooks'
import type { HeatSample } from '../../shared/api.ts'
import { type HeatMeasure, heatColumn, intensityOf, strongestShare } from './heat-columns.ts'

interface HeatCanvasProps {
  readonly samples: readonly HeatSample[]
  readonly measure: HeatMeasure
  /** The time span shown. */
  readonly spanMs: number
  readonly label: string
}

const ROWS = 96
const COLUMN_MS = 500
/** A longer gap between samples is shown as a gap. */
const LATE_COLUMNS = 4

interface Pointed {
  readonly leftPx: number
  readonly topPx: number
  readonly text: string
}

/** The heat map: time from left to right, digests from top to bottom; stronger colours are hotter. */
export function HeatCanvas({ samples, measure, spanMs, label }: HeatCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pointed, setPointed] = useState<Pointed>()
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    const draw = () => drawHeat(current, samples, measure, spanMs)
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(current)
    return () => observer.disconnect()
  }, [samples, measure, spanMs])
  return (
    <div class="heat-map">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        onPointerMove={(event) => setPointed(pointAt(event, samples, measure, spanMs))}
        onPointerLeave={() => setPointed(undefined)}
      />
      {samples.length < 3 && (
        <p class="heat-waiting">
          <span>Waiting for requests…</span>
        </p>
      )}
      {pointed !== undefined && (
        <div class="heat-tip" style={{ left: `${pointed.leftPx}px`, top: `${pointed.topPx}px` }}>
          {pointed.text}
        </div>
      )}
    </div>
  )
}

function drawHeat(
  canvas: HTMLCanvasElement,
  samples: readonly HeatSample[],
  measure: HeatMeasure,
  spanMs: number,
): void {
  const { width, height, context } = sized(canvas)
  if (context === null) return
  context.clearRect(0, 0, width, height)
  const pixels = heatPixels(
    samples,
    measure,
    Math.round(spanMs / COLUMN_MS),
    colourOf(canvas, colourNames[measure]),
  )
  if (pixels === undefined) return
  // Thousands of small rectangles would keep the browser busy, so a single small image is drawn enlarged.
  context.imageSmoothingEnabled = false
  context.drawImage(pixels, 0, 0, width, height)
  drawRanges(context, samples.at(-1), width, height, canvas)
}

const colourNames = { read: '--heat-read', write: '--heat-write', throttled: '--heat-bad' } as const

/** Makes an image with one pixel per moment and row. */
function heatPixels(
  samples: readonly HeatSample[],
  measure: HeatMeasure,
  columns: number,
  colour: string,
): HTMLCanvasElement | undefined {
  const picture = document.createElement('canvas')
  picture.width = columns
  picture.height = ROWS
  const context = picture.getContext('2d')
  const last = samples.at(-1)?.atMs
  if (context === null || last === undefined) return undefined
  const image = context.createImageData(columns, ROWS)
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  const moments = samples.map((sample, place) => rowsOf(sample, samples[place - 1], measure))
  const strongest = strongestShare(moments)
  const columnOf = (atMs: number) => columns - 1 - Math.round((last - atMs) / COLUMN_MS)
  for (const [place, sample] of samples.entries()) {
    const column = columnOf(sample.atMs)
    const before = columnOf(samples[place - 1]?.atMs ?? 0)
    const rows = moments[place]
    if (rows === undefined) continue
    // A late sample also fills the columns that it skipped.
    const first = column - before > LATE_COLUMNS ? column : Math.min(before + 1, column)
    for (let at = Math.max(0, first); at <= column; at++) {
      for (let row = 0; row < ROWS; row++) {
        const pixel = [red, green, blue, intensityOf(rows[row] ?? 0, strongest) * 255]
        image.data.set(pixel, (row * columns + at) * 4)
      }
    }
  }
  context.putImageData(image, 0, 0)
  return picture
}

const known = new WeakMap<HeatSample, Map<HeatMeasure, Float32Array>>()

/** Returns the rows of a sample; cached, since they never change. */
function rowsOf(sample: HeatSample, before: HeatSample | undefined, measure: HeatMeasure): Float32Array {
  const ofSample = known.get(sample) ?? new Map<HeatMeasure, Float32Array>()
  known.set(sample, ofSample)
  const rows = ofSample.get(measure) ?? heatColumn(sample, before, measure, ROWS).rows
  ofSample.set(measure, rows)
  return rows
}

/** Draws the boundaries between partitions. */
function drawRanges(
  context: CanvasRenderingContext2D,
  sample: HeatSample | undefined,
  width: number,
  height: number,
  canvas: HTMLCanvasElement,
): void {
  context.strokeStyle = colourOf(canvas, '--line-strong')
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

/** Resolves a colour of the theme for a canvas: the value of a custom property may still be an unevaluated function. */
export function colourOf(canvas: HTMLCanvasElement, name: string): string {
  canvas.style.color = `var(${name})`
  return getComputedStyle(canvas).color
}

/** Matches the resolution of the canvas to that of the screen. */
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
  spanMs: number,
): Pointed | undefined {
  const { clientWidth, clientHeight } = event.currentTarget as HTMLCanvasElement
  const last = samples.at(-1)?.atMs
  if (last === undefined) return undefined
  const atMs = last - (1 - event.offsetX / clientWidth) * spanMs
  const sample = samples.findLast((one) => one.atMs <= atMs + COLUMN_MS)
  if (sample === undefined || atMs < (samples[0]?.atMs ?? 0)) return undefined
  const place = event.offsetY / clientHeight
  const range = sample.partitions.find(({ from, to }) => place >= from && place < to)
  if (range === undefined) return undefined
  // The keys are ordered from the busiest to the least busy.
  const near = sample.topKeys.find((key) => Math.abs((key.place ?? 2) - place) < 1.5 / ROWS)
  const number = sample.partitions.indexOf(range) + 1
  const figure =
    measure === 'throttled'
      ? `${range.throttled} throttled in a minute`
      : `${Math.round(range[measure])} of ${range[measure === 'read' ? 'readLimit' : 'writeLimit'].toLocaleString('en')} ${measure} units`
  const parts = [new Date(sample.atMs).toLocaleTimeString('en-GB'), `partition ${number}`, figure]
  if (near !== undefined) parts.push(near.key)
  return {
    leftPx: Math.min(event.offsetX + 12, clientWidth - 240),
    topPx: event.offsetY + 14,
    text: parts.join(' · '),
  }
}
