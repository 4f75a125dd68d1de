import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { say, type TvWords } from '#domain/display/words/say'
import type { MediaItem } from '#domain/media/media'
import type { Area } from '../layout.ts'
import { FittedText } from '../text/FittedText.tsx'
import { MediaSlot } from './MediaSlot.tsx'
import type { Slot } from './rotation.ts'
import { useRotation } from './use-rotation.ts'
import { Youtube } from './Youtube.tsx'
import './MediaPanel.css'

const FADE_MS = 500

type Props = {
  area: Area
  items: MediaItem[]
  youtube: string
  clinicName: string
  logo: string
  words: TvWords
}

type Player = 'loading' | 'playing' | 'failed' | 'retrying'

const YOUTUBE_RETRY_MS = 5 * 60_000

export const MediaPanel = memo(function MediaPanel(props: Props) {
  const { area, items, youtube, clinicName, logo, words } = props
  const [player, setPlayer] = useState<Player>('loading')

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for another link
  useEffect(() => setPlayer('loading'), [youtube])
  useEffect(() => {
    if (player !== 'failed') return
    const timer = setTimeout(() => setPlayer('retrying'), YOUTUBE_RETRY_MS)
    return () => clearTimeout(timer)
  }, [player])

  const isPlaying = youtube !== '' && player === 'playing'
  const isFirstLoad = youtube !== '' && player === 'loading' && items.length === 0
  return (
    <div className="stage__part stage__media" style={area}>
      {!isPlaying && !isFirstLoad && (
        <RotatingMedia
          items={items}
          fallback={<NoMedia {...{ clinicName, logo, words }} width={area.width} />}
        />
      )}
      {youtube !== '' && player !== 'failed' && (
        <div className={`stage__slot ${isPlaying ? 'stage__slot--shown' : ''}`}>
          <Youtube
            key={youtube}
            link={youtube}
            onReady={() => setPlayer('playing')}
            onError={() => setPlayer('failed')}
          />
        </div>
      )}
    </div>
  )
})

type RotatingProps = { items: MediaItem[]; fallback: ReactNode }

function RotatingMedia({ items, fallback }: RotatingProps) {
  const { rotation, ...handlers } = useRotation(items)
  const { shown, next } = rotation
  const leaving = useLeavingSlot(shown)
  const slots = [leaving, shown, next].filter(slot => slot !== null)
  if (slots.length === 0) return fallback
  return slots.map(slot => (
    <MediaSlot
      key={slot.turn}
      slot={slot}
      isShown={slot !== next}
      repeats={slot === shown && next === null && leaving === null}
      {...handlers}
    />
  ))
}

function useLeavingSlot(shown: Slot | null) {
  const previous = useRef(shown)
  const [leaving, setLeaving] = useState<Slot | null>(null)

  useEffect(() => {
    const before = previous.current
    previous.current = shown
    if (before === shown) return
    // The cleanup has just stopped the timer of an earlier slot, so null is set too.
    setLeaving(before)
    if (before === null) return
    const timer = setTimeout(() => setLeaving(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [shown])

  // The render that changes the slot comes before the effect, and must show the previous one too.
  const isChanging = previous.current !== shown && previous.current !== null
  return isChanging ? previous.current : leaving
}

type NoMediaProps = { clinicName: string; logo: string; width: number; words: TvWords }

function NoMedia({ clinicName, logo, width, words }: NoMediaProps) {
  const [failedLogo, setFailedLogo] = useState('')
  return (
    <div className="stage__no-media">
      {logo !== '' && logo !== failedLogo ? (
        <img className="stage__large-logo" src={logo} alt="" onError={() => setFailedLogo(logo)} />
      ) : (
        <FittedText
          className="stage__large-name"
          text={clinicName}
          width={width - 96}
          height={300}
          largest={112}
          smallest={44}
          lines={3}
        />
      )}
      <p className="stage__no-display">{say(words, 'NO DISPLAY')}</p>
      <p className="stage__no-display-reason">{say(words, 'No media uploaded')}</p>
    </div>
  )
}
