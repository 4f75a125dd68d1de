import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './ScaledStage.css'

export const STAGE = { width: 1920, height: 1080 }

export function ScaledStage({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const updateScale = () => scaleToFit(frame.current, stage.current)
    if (frame.current && 'ResizeObserver' in window) {
      // Reports the size after the regular layout; measuring directly would force a layout of its own.
      const observer = new ResizeObserver(updateScale)
      observer.observe(frame.current)
      return () => observer.disconnect()
    }
    updateScale()
    addEventListener('resize', updateScale)
    return () => removeEventListener('resize', updateScale)
  }, [])

  return (
    <div ref={frame} className="stage-frame">
      {/* Hidden by CSS until the browser knows the scale. */}
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
