import { memo, useEffect, useRef } from 'react'
import { getBackground } from '#domain/settings/background'
import type { Settings } from '#domain/settings/settings'
import { STAGE } from '../ScaledStage.tsx'
import { getTextStyle } from './text-style.ts'
import { onFontsLoaded } from './text-width.ts'
import './Marquee.css'

const PX_PER_SECOND = 100
export const MARQUEE_HEIGHT = 76

/** A line that runs through under the picture. */
export const Marquee = memo(function Marquee({ settings }: { settings: Settings }) {
  const text = settings.marqueeText ?? ''
  const background = getBackground(settings, 'marqueeBackground')
  return (
    <div className="stage__marquee" style={{ background, height: MARQUEE_HEIGHT }}>
      <Line key={text} text={text} settings={settings} />
    </div>
  )
})

function Line({ text, settings }: { text: string; settings: Settings }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => (line.current ? startScrolling(line.current) : undefined), [])
  return (
    <div ref={line} className="stage__marquee-line">
      <span style={getTextStyle(settings, 'marqueeText')}>{text}</span>
    </div>
  )
}

/** The compositor moves it; nothing is laid out or painted on the way. */
function startScrolling(line: HTMLElement) {
  let width = 0
  let waiting = 0
  let moving: Animation | null = null

  function start() {
    // Not laid out yet: the stage appears with the next picture.
    const isLaidOut = line.getClientRects().length > 0
    if (!isLaidOut) waiting = requestAnimationFrame(start)
    if (line.offsetWidth === width) return
    width = line.offsetWidth
    moving?.cancel()
    const duration = ((STAGE.width + width) / PX_PER_SECOND) * 1000
    const from = { transform: `translateX(${STAGE.width}px)` }
    const to = { transform: `translateX(${-width}px)` }
    moving = line.animate([from, to], { duration, iterations: Number.POSITIVE_INFINITY })
  }

  start()
  const stop = onFontsLoaded(start)
  return () => {
    stop()
    cancelAnimationFrame(waiting)
    moving?.cancel()
  }
}
