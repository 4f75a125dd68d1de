import { FittedText } from './FittedText.tsx'

type Props = { name: string; room: string; isBlinking: boolean }

/** Who is being called, and where to. */
export function CallPanel({ name, room, isBlinking }: Props) {
  const blink = isBlinking ? 'blinks' : ''
  return (
    <section className="stage__call" aria-live="polite">
      <h2 className="stage__calling">CALLING</h2>
      <FittedText
        className={`stage__name ${blink}`}
        text={name}
        width={600}
        height={250}
        largest={132}
        smallest={20}
      />
      <FittedText
        className={`stage__room ${blink}`}
        text={room}
        width={600}
        height={100}
        largest={84}
        smallest={16}
      />
    </section>
  )
}
