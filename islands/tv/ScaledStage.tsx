import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './ScaledStage.css'

export const STAGE = { width: 1920, height: 1080 }

/** Fits the fixed stage into whatever room there is, centred, without cropping. */
export function ScaledStage({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const measure = () => scaleToFit(frame.current, stage.current)
    if (frame.current && 'ResizeObserver' in window) {
      // Told first when the page is laid out anyhow, just before it is painted: asking would lay it out for that.
      const observer = new ResizeObserver(measure)
      observer.observe(frame.current)
      return () => observer.disconnect()
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])

  return (
    <div ref={frame} className="stage-frame">
      {/* Only the browser knows how much room there is; until then nothing of it is laid out. */}
      <div ref={stage} className="stage-scaled" style={STAGE}>
        {children}
      </div>
    </div>
  )
}

function scaleToFit(frame: HTMLElement | null, stage: HTMLElement | null) {
  if (!frame || !stage) return
  const { clientWidth, clientHeight } = frame
  const scale = Math.min(clientWidth / STAGE.width, clientHeight / STAGE.height)
  const left = (clientWidth - STAGE.width * scale) / 2
  const top = (clientHeight - STAGE.height * scale) / 2
  stage.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
  stage.style.display = 'block'
}
