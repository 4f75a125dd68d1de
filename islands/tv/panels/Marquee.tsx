import { memo, useEffect, useRef } from 'react'
import type { Settings } from '#domain/settings/settings-record'
import { getBackground } from '../../ui/background.ts'
import { STAGE } from '../ScaledStage.tsx'
import { getTextStyle } from '../text/text-style.ts'
import { onFontsLoaded } from '../text/text-width.ts'
import './Marquee.css'

const PX_PER_SECOND = 100
export const MARQUEE_HEIGHT = 76

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

/** Animates `transform` only, which needs no layout or paint. */
function startScrolling(line: HTMLElement) {
  let width = 0
  let frame = 0
  let animation: Animation | null = null

  function start() {
    const isLaidOut = line.getClientRects().length > 0
    if (!isLaidOut) frame = requestAnimationFrame(start)
    if (line.offsetWidth === width) return
    width = line.offsetWidth
    animation?.cancel()
    const duration = ((STAGE.width + width) / PX_PER_SECOND) * 1000
    const from = { transform: `translateX(${STAGE.width}px)` }
    const to = { transform: `translateX(${-width}px)` }
    animation = line.animate([from, to], { duration, iterations: Number.POSITIVE_INFINITY })
  }

  start()
  const unsubscribe = onFontsLoaded(start)
  return () => {
    unsubscribe()
    cancelAnimationFrame(frame)
    animation?.cancel()
  }
}
