import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { getStageSize } from './layout.ts'
import './Stage.css'

type Props = {
  children(isPortrait: boolean): ReactNode
  /** Percentage of the frame that stays empty at each edge. */
  overscan?: number
}

export function ScaledStage({ children, overscan = 0 }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [isPortrait, setPortrait] = useState(false)

  useLayoutEffect(() => {
    const updateScale = () => {
      if (!frame.current || !stage.current) return
      setPortrait(isUpright(frame.current))
      scaleToFit(frame.current, stage.current, overscan)
    }
    if (frame.current && 'ResizeObserver' in window) {
      // Reports after the regular layout. Measuring directly would force a second layout.
      const observer = new ResizeObserver(updateScale)
      observer.observe(frame.current)
      return () => observer.disconnect()
    }
    updateScale()
    addEventListener('resize', updateScale)
    return () => removeEventListener('resize', updateScale)
  }, [overscan])

  return (
    <div ref={frame} className="tv-frame">
      {/* Hidden by CSS until the browser knows the scale. */}
      <div ref={stage} className="stage-scaled" style={getStageSize(isPortrait)}>
        {children(isPortrait)}
      </div>
    </div>
  )
}

function isUpright({ clientWidth, clientHeight }: HTMLElement) {
  return clientHeight > clientWidth
}

function scaleToFit(frame: HTMLElement, stage: HTMLElement, overscan: number) {
  const { width, height } = getStageSize(isUpright(frame))
  const { clientWidth, clientHeight } = frame
  const scale = Math.min(clientWidth / width, clientHeight / height) * (1 - overscan / 50)
  const left = (clientWidth - width * scale) / 2
  const top = (clientHeight - height * scale) / 2
  stage.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
  stage.style.display = 'block'
}
