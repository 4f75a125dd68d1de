import { Mic, Trash2, Volume2 } from 'lucide-react'
import { useEffect, useId } from 'react'
import type { Room } from '#domain/rooms/room'
import {
  findSpokenPlace,
  PLACE_TYPES,
  type PlaceType,
  type SpokenPlace,
} from '#domain/rooms/spoken-place'
import { CLIP_TEXTS, type ClipName, isClip, isLetter, toRoomClip } from '#domain/voice/clips'
import { SPEECH_LANGUAGES, VOICE_LANGUAGES } from '#domain/voice/languages'
import { getVoiceUrl } from '../sound/speaker-on-demand.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { FileButton } from '../ui/buttons/FileButton.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import type { Voice } from './use-voice.ts'
import './VoicePanel.css'

const SAMPLE_LABEL = '102'
const LANGUAGES = VOICE_LANGUAGES.map(value => ({ value, label: SPEECH_LANGUAGES[value] }))
const NAMES: Record<PlaceType, string> = {
  room: 'Room',
  counter: 'Counter',
  consultation: 'Consultation room',
  treatment: 'Treatment room',
  dispensary: 'Dispensary',
  'x-ray': 'X-ray',
  lab: 'Lab',
  registration: 'Registration',
}
/** Groups of clips. Only clinics whose numbers have letters need the letters. */
const GROUPS = [
  { title: 'Words', has: (clip: string) => !isLetter(clip) },
  { title: 'Letters', has: isLetter },
]

export function VoicePanel({ voice }: { voice: Voice }) {
  const { language, shownRooms, refetch } = voice
  useEffect(() => void refetch().catch(() => {}), [refetch])
  const unrecorded = shownRooms.filter(({ id }) => !voice.isRecorded(toRoomClip(id)))

  return (
    <section className="card stack section" aria-label="Voice">
      <h2 className="card__title">Voice</h2>
      <p className="voice__description soft">
        TVs say the number and room after the chime. Turn it on in Settings, Sound. The voice is
        computer-generated (eSpeak NG); you can replace any word with your own recording.
      </p>
      <Choice
        label="Language"
        options={LANGUAGES}
        value={language}
        onChange={chosen => voice.setLanguage(chosen)}
      />
      <ul className="stack stack--tight">
        {shownRooms.map(room => (
          <RoomVoice
            key={room.id}
            {...{ room, voice }}
            twin={unrecorded.includes(room) ? findSameSounding(room, unrecorded) : undefined}
          />
        ))}
      </ul>
      {GROUPS.map(({ title, has }) => (
        <details key={title}>
          <summary className="voice__summary">{title}</summary>
          <ul className="stack stack--tight">
            {Object.entries(CLIP_TEXTS[language])
              .filter(([clip]) => has(clip))
              .map(([clip, text]) => (
                <li key={clip} className="voice__room">
                  <span className="strong breakable" lang={language}>
                    {text}
                  </span>
                  {isClip(clip) && (
                    <ClipActions
                      {...{ voice, clip }}
                      name={text}
                      url={`/api/voice/${language}/clips/${clip}.mp3`}
                    />
                  )}
                </li>
              ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

type RoomProps = { room: Room; voice: Voice; twin: Room | undefined }

function RoomVoice({ room, voice, twin }: RoomProps) {
  const id = useId()
  const clip = toRoomClip(room.id)
  const place = findSpokenPlace(room)
  return (
    <li className="voice__room">
      <label className="strong breakable" htmlFor={id}>
        {room.name}
        {voice.isRecorded(clip) && (
          <span className="voice__hint soft">Uses its own recording.</span>
        )}
        {twin && <span className="voice__hint bad">Sounds the same as {twin.name}.</span>}
      </label>
      <select
        id={id}
        className="input"
        value={room.spokenAs ?? ''}
        aria-busy={voice.isBusy(clip)}
        onChange={({ target }) =>
          voice.choose(room, PLACE_TYPES.find(type => type === target.value) ?? null)
        }
      >
        <option value="">By its name: {place ? formatPlace(place) : 'only the number'}</option>
        {PLACE_TYPES.map(type => (
          <option key={type} value={type}>
            {formatPlace(findSpokenPlace(room, type))}
          </option>
        ))}
      </select>
      <ClipActions
        {...{ voice, clip }}
        name={room.name}
        url={getVoiceUrl({ label: SAMPLE_LABEL, room }, voice.language)}
      />
    </li>
  )
}

type ClipProps = { voice: Voice; clip: ClipName; name: string; url: string }

function ClipActions({ voice, clip, name, url }: ClipProps) {
  return (
    <span className="row row-actions">
      <Button aria-label={`Play ${name}`} onClick={() => voice.play(url)}>
        <Volume2 size={16} aria-hidden />
        Play
      </Button>
      <FileButton
        aria-label={`Replace ${name} by a recording`}
        aria-busy={voice.isBusy(clip)}
        inputLabel={`Recording for ${name}`}
        accept="audio/*"
        onFiles={([file]) => file && void voice.record(clip, file)}
      >
        <Mic size={16} aria-hidden />
        Recording
      </FileButton>
      {voice.isRecorded(clip) && (
        <Button
          aria-label={`Remove the recording of ${name}`}
          onClick={event => {
            // The button disappears with the recording.
            event.currentTarget.parentElement?.querySelector('button')?.focus()
            void voice.remove(clip)
          }}
        >
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      )}
    </span>
  )
}

function formatPlace(place: SpokenPlace | null) {
  return place ? `${NAMES[place.type]} ${place.digits}`.trim() : ''
}

/** Finds another room with the same spoken name, because patients could not tell them apart. */
function findSameSounding(room: Room, others: Room[]) {
  const spoken = formatSpoken(room)
  return others.find(other => other.id !== room.id && spoken && formatSpoken(other) === spoken)
}

function formatSpoken(room: Room) {
  return room.isActive ? formatPlace(findSpokenPlace(room, room.spokenAs)) : ''
}
