import type { ClockChange } from './program.ts'

const COMES_BACK_WITHIN_MS = 8_000
/** A shorter connection may not have been used to reconnect. */
export const HARDLY_UP_MS = 3_000

/** In real time; `clockJumped`: the program's clock was set meanwhile. */
export type OfflineSpan = { fromMs: number; toMs: number; clockJumped: boolean }

export function createOfflineLog(devices: string[], clocks: ClockChange[]) {
  const spans = new Map<string, OfflineSpan[]>(devices.map(name => [name, []]))

  /** `knownMs`: how long the device may not notice that it is back. */
  function add(name: string, fromMs: number, knownMs = 0) {
    const toMs = Date.now() + knownMs + COMES_BACK_WITHIN_MS
    spans.get(name)?.push({ fromMs, toMs, clockJumped: false })
  }

  return {
    add,
    addAll(fromMs: number) {
      for (const name of devices) add(name, fromMs)
    },
    read: () => new Map([...spans].map(([name, all]) => [name, merge(all, clocks)])),
  }
}

export type OfflineLog = ReturnType<typeof createOfflineLog>

function merge(spans: OfflineSpan[], clocks: ClockChange[]): OfflineSpan[] {
  const merged: OfflineSpan[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last && span.fromMs - last.toMs < HARDLY_UP_MS) last.toMs = Math.max(last.toMs, span.toMs)
    else merged.push({ ...span })
  }
  return merged.map(span => {
    const isWithin = ({ atMs }: ClockChange) =>
      atMs >= span.fromMs - HARDLY_UP_MS && atMs <= span.toMs
    return { ...span, clockJumped: clocks.slice(1).some(isWithin) }
  })
}
