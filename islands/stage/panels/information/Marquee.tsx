import { memo, useEffect, useRef } from 'react'
import type { Settings } from '#domain/settings-record'
import type { Area } from '../../layout.ts'
import { getTextStyle } from '../../stage-colors.ts'
import { onFontsLoaded } from '../../text/text-width.ts'

const PX_PER_SECOND = 100

type Props = { settings: Settings; area: Area }

export const Marquee = memo(function Marquee({ settings, area }: Props) {
  const text = settings.marqueeText
  return (
    <div className="stage__part stage__marquee" style={area}>
      <Line key={`${text} ${area.width}`} text={text} settings={settings} width={area.width} />
    </div>
  )
})

type LineProps = { text: string; settings: Settings; width: number }

function Line({ text, settings, width }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => (line.current ? startScrolling(line.current, width) : undefined), [width])
  return (
    <div ref={line} className="stage__marquee-line">
      <span style={getTextStyle(settings, 'marqueeText')}>{text}</span>
    </div>
  )
}

/** Animates only `transform`, which needs no layout or paint. */
function startScrolling(line: HTMLElement, stageWidth: number) {
  let width = 0
  let frame = 0
  let animation: Animation | null = null

  function start() {
    const isLaidOut = line.getClientRects().length > 0
    if (!isLaidOut) frame = requestAnimationFrame(start)
    if (line.offsetWidth === width) return
    width = line.offsetWidth
    animation?.cancel()
    const duration = ((stageWidth + width) / PX_PER_SECOND) * 1000
    const from = { transform: `translateX(${stageWidth}px)` }
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
