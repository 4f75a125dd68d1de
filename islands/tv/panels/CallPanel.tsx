import { useRef } from 'react'
import type { Settings } from '#domain/settings/settings-record'
import { FittedText } from '../text/FittedText.tsx'
import { getTextStyle } from '../text/text-style.ts'
import { useBlink } from './use-blink.ts'
import './CallPanel.css'

const NAME_HEIGHT = 286
const ROOM_HEIGHT = 120

type Props = { settings: Settings; name: string; room: string; isBlinking: boolean }

export function CallPanel({ settings, name, room, isBlinking }: Props) {
  const panel = useRef<HTMLElement>(null)
  useBlink(isBlinking, panel)
  const blinkClass = isBlinking ? 'blinks' : ''
  return (
    <section ref={panel} className="stage__call" aria-live="polite">
      <h2 className="stage__calling">
        <span style={getTextStyle(settings, 'headerText')}>CALLING</span>
      </h2>
      <FittedText
        className="stage__name"
        stateClass={blinkClass}
        text={name}
        textStyle={getTextStyle(settings, 'callNameText')}
        width={592}
        height={room === '' ? NAME_HEIGHT + ROOM_HEIGHT : NAME_HEIGHT}
        largest={140}
        smallest={20}
      />
      <FittedText
        className="stage__room"
        stateClass={blinkClass}
        text={room}
        textStyle={getTextStyle(settings, 'windowText')}
        width={592}
        height={ROOM_HEIGHT}
        largest={92}
        smallest={16}
      />
    </section>
  )
}
