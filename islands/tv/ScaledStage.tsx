import { type ReactNode, useLayoutEffect, useRef } from 'react'

export const STAGE = { width: 1920, height: 1080 }

/** Fits the fixed stage into whatever room there is, centred, without cropping. */
export function ScaledStage({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)

  useBrowserLayoutEffect(() => {
    const measure = () => place(frame.current, stage.current)
    measure()
    const observer = 'ResizeObserver' in window ? new ResizeObserver(measure) : null
    if (frame.current) observer?.observe(frame.current)
    addEventListener('resize', measure)
    return () => {
      observer?.disconnect()
      removeEventListener('resize', measure)
    }
  }, [])

  return (
    <div ref={frame} className="stage-frame">
      {/* Hidden until it was measured: only the browser knows how much room there is. */}
      <div ref={stage} className="stage-scaled" style={{ ...STAGE, visibility: 'hidden' }}>
        {children}
      </div>
    </div>
  )
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect

function place(frame: HTMLElement | null, stage: HTMLElement | null) {
  if (!frame || !stage) return
  const { clientWidth, clientHeight } = frame
  const scale = Math.min(clientWidth / STAGE.width, clientHeight / STAGE.height)
  const left = (clientWidth - STAGE.width * scale) / 2
  const top = (clientHeight - STAGE.height * scale) / 2
  stage.style.transform = `translate(${left}px, ${top}px) scale(${scale})`
  stage.style.visibility = ''
}
