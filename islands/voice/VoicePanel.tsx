import { useSignals } from '@preact/signals-react/runtime'
import { Mic, Trash2, Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import type { Room } from '#domain/rooms/room'
import { CLIP_TEXTS, type ClipName, isClip, isLetter, toRoomClip } from '#domain/voice/clips'
import { SPEECH_LANGUAGES, VOICE_LANGUAGES } from '#domain/voice/languages'
import { Button } from '../ui/buttons/Button.tsx'
import { FileButton } from '../ui/buttons/FileButton.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { findSameSounding, RoomVoice } from './RoomVoice.tsx'
import type { VoiceModel } from './voice-model.ts'
import './VoicePanel.css'

const LANGUAGES = VOICE_LANGUAGES.map(value => ({ value, label: SPEECH_LANGUAGES[value] }))

/** Groups of clips. Only clinics whose numbers have letters need the letters. */
const GROUPS = [
  { title: 'Words', has: (clip: string) => !isLetter(clip) },
  { title: 'Letters', has: isLetter },
]

export function VoicePanel({ model }: { model: VoiceModel }) {
  useSignals()
  useEffect(() => {
    void model.recordings.refetch().catch(() => {})
  }, [model])
  const language = model.language.value
  const busy = model.busy.value
  const texts = Object.entries(CLIP_TEXTS[language])

  const isNotRecorded = ({ id }: Room) => !model.isRecorded(toRoomClip(id))

  const actions = (clip: ClipName, name: string, url: string) => (
    <ClipActions
      name={name}
      isOwn={model.isRecorded(clip)}
      isBusy={busy === clip}
      onPlay={() => model.play(url)}
      onRecord={file => void model.record(clip, file)}
      onRemove={() => void model.remove(clip)}
    />
  )

  return (
    <section className="card stack section" aria-label="Voice">
      <h2 className="card__title">Voice</h2>
      <p className="voice__description soft">
        After its sound a TV speaks the number and the room, without internet. Turn it on in
        Settings, Sound. The voice is synthetic (eSpeak NG); a recording of your own replaces any
        part of it.
      </p>
      <Choice
        label="Language"
        options={LANGUAGES}
        value={language}
        onChange={chosen => (model.language.value = chosen)}
      />
      <ul className="stack stack--tight">
        {model.shownRooms.value.map(room => (
          <RoomVoice
            key={room.id}
            room={room}
            isBusy={busy === toRoomClip(room.id)}
            isRecorded={model.isRecorded(toRoomClip(room.id))}
            twin={findSameSounding(room, model.shownRooms.value.filter(isNotRecorded))}
            onChoose={spokenAs => void model.choose(room, spokenAs)}
          >
            {actions(toRoomClip(room.id), room.name, model.getRoomUrl(room))}
          </RoomVoice>
        ))}
      </ul>
      {GROUPS.map(({ title, has }) => (
        <details key={title}>
          <summary className="voice__summary">{title}</summary>
          <ul className="stack stack--tight">
            {texts
              .filter(([clip]) => has(clip))
              .map(([clip, text]) => (
                <li key={clip} className="voice__room">
                  <span className="strong breakable" lang={language}>
                    {text}
                  </span>
                  {isClip(clip) && actions(clip, text, model.getClipUrl(clip))}
                </li>
              ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

type ClipProps = {
  name: string
  isOwn: boolean
  isBusy: boolean
  onPlay(): void
  onRecord(file: File): void
  onRemove(): void
}

function ClipActions({ name, isOwn, isBusy, onPlay, onRecord, onRemove }: ClipProps) {
  return (
    <span className="row row-actions">
      <Button aria-label={`Hear ${name}`} onClick={onPlay}>
        <Volume2 size={16} aria-hidden />
        Hear
      </Button>
      <FileButton
        aria-label={`Replace ${name} by a recording`}
        aria-busy={isBusy}
        inputLabel={`Recording for ${name}`}
        accept="audio/*"
        onFiles={([file]) => file && onRecord(file)}
      >
        <Mic size={16} aria-hidden />
        Recording
      </FileButton>
      {isOwn && (
        <Button
          aria-label={`Remove the recording of ${name}`}
          onClick={event => {
            // The button disappears with the recording.
            event.currentTarget.parentElement?.querySelector('button')?.focus()
            onRemove()
          }}
        >
          <Trash2 size={16} aria-hidden />
          Remove
        </Button>
      )}
    </span>
  )
}
