import { memo, type ReactNode, useEffect, useReducer, useState } from 'react'
import { type TvWords, translate } from '#domain/display/words/translate'
import type { MediaItem } from '#domain/media/media'
import type { Area } from '../layout.ts'
import { FittedText } from '../text/FittedText.tsx'
import { MediaSlot, Youtube } from './MediaSlot.tsx'
import {
  CHECK_INTERVAL_MS,
  type Rotation,
  type RotationEvent,
  reduceRotation,
  startRotation,
} from './rotation.ts'
import './MediaPanel.css'

const FADE_MS = 500
/** Height from which the panel has room for a logo above the texts. */
const LOGO_FROM = 560

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
          fallback={<NoMedia {...{ clinicName, logo, words, area }} />}
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
  const reduce = (rotation: Rotation, event: RotationEvent) =>
    reduceRotation(rotation, event, items, Date.now())
  const [{ leaving, shown, next }, dispatch] = useReducer(reduce, items, first =>
    startRotation(first, Date.now()),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks when the list changes, too
  useEffect(() => {
    const check = () => dispatch({ type: 'check' })
    check()
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [items])

  useEffect(() => {
    if (leaving === null) return
    const timer = setTimeout(() => dispatch({ type: 'faded' }), FADE_MS)
    return () => clearTimeout(timer)
  }, [leaving])

  const slots = [leaving, shown, next].filter(slot => slot !== null)
  if (slots.length === 0) return fallback
  return slots.map(slot => (
    <MediaSlot
      key={slot.generation}
      slot={slot}
      isShown={slot !== next}
      repeats={slot === shown && next === null && leaving === null}
      dispatch={dispatch}
    />
  ))
}

type NoMediaProps = { clinicName: string; logo: string; area: Area; words: TvWords }

function NoMedia({ clinicName, logo, area, words }: NoMediaProps) {
  const [failedLogo, setFailedLogo] = useState('')
  const hasLogo = logo !== '' && logo !== failedLogo && area.height >= LOGO_FROM
  return (
    <div className="stage__no-media">
      {hasLogo && (
        <img className="stage__large-logo" src={logo} alt="" onError={() => setFailedLogo(logo)} />
      )}
      <FittedText
        className="stage__large-name"
        text={clinicName}
        width={area.width - 192}
        height={Math.min(280, area.height - (hasLogo ? 420 : 244))}
        largest={120}
        smallest={44}
      />
      <p className="stage__seat">{translate(words, 'Welcome, please take a seat')}</p>
      <p className="stage__no-display">
        {translate(words, 'NO DISPLAY')} · {translate(words, 'No media uploaded')}
      </p>
    </div>
  )
}
