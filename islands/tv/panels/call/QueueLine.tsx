import type { Area } from '../../layout.ts'
import './QueueLine.css'

/** Who waits, and who missed their call. */
export function QueueLine({ texts, area }: { texts: string[]; area: Area }) {
  if (texts.length === 0) return null
  return (
    <section className="stage__part stage__line" style={area}>
      {texts.map(text => (
        <p key={text}>{text}</p>
      ))}
    </section>
  )
}
