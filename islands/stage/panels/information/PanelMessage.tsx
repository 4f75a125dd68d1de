import type { CSSProperties } from 'react'
import type { TvWords } from '#domain/display/words/translate'
import type { Settings } from '#domain/settings-record'
import type { TimeZone } from '#domain/time'
import type { Area } from '../../layout.ts'

export type PanelProps = {
  settings: Settings
  words: TvWords
  now: string
  timeZone: TimeZone
  area: Area
}

type Props = { name: string; text: string; style: CSSProperties; area: Area; isLine: boolean }

export function PanelMessage({ name, text, style, area, isLine }: Props) {
  const lineClass = isLine ? 'stage__panel--line' : ''
  return (
    <section className={`stage__part stage__panel stage__panel--${name} ${lineClass}`} style={area}>
      <p className="stage__message" style={isLine ? {} : style}>
        {text}
      </p>
    </section>
  )
}
