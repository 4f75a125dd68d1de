import type { CSSProperties } from 'react'
import type { Area } from '../../layout.ts'
import '../panel.css'

type Props = {
  area: Area
  className: string
  text: string
  textStyle: CSSProperties
  isLine: boolean
}

export function PanelMessage({ area, className, text, textStyle, isLine }: Props) {
  const lineClass = isLine ? 'stage__panel--line' : ''
  return (
    <section className={`stage__part stage__panel ${className} ${lineClass}`} style={area}>
      <p className="stage__message" style={isLine ? {} : textStyle}>
        {text}
      </p>
    </section>
  )
}
