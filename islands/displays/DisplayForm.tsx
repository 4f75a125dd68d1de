import { useId, useState } from 'react'
import { FRAME_ORIGIN_MAX, getFrameOriginProblem } from '#domain/display/frame-origin'
import { OVERSCANS, showsAll, type TvOptions } from '#domain/display/tv-options'
import type { ClinicQueue } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import { DEFAULT_LANGUAGES } from '#domain/voice/languages'
import type { InitialDisplay } from '../stage/model/display-model.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Checks } from '../ui/fields/Checks.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { Switch } from '../ui/fields/Switch.tsx'
import { onDemand } from '../ui/on-demand.ts'
import { TextLanguages, VoiceLanguages } from '../voice/LanguageOrder.tsx'

type Props = {
  saved: TvOptions
  rooms: Room[]
  queues: ClinicQueue[]
  initialDisplay: InitialDisplay
  isBusy: boolean
  onSave(edits: Partial<TvOptions>): void
  onCancel(): void
}

const SCOPES = [
  { value: 'all', label: 'All rooms' },
  { value: 'chosen', label: 'Chosen rooms' },
] as const
const LAYOUTS = [
  { value: 'classic', label: 'Newest call' },
  { value: 'tiles', label: 'A tile for each room' },
] as const
const NAMES = [
  { value: 'full', label: 'Full names' },
  { value: 'initials', label: 'Initials' },
  { value: 'number', label: 'Numbers only' },
] as const
const TEXTS = [
  { value: 'clinic', label: "The clinic's languages" },
  { value: 'own', label: 'Other languages for this TV' },
] as const
const VOICES = [...TEXTS, { value: 'none', label: 'None' }] as const
const EDGES = OVERSCANS.map(percent => ({
  value: String(percent),
  label: percent ? `${percent} %` : 'None',
}))

const SWITCHES = [
  { key: 'showsWaiting', label: 'Show number of waiting patients' },
  {
    key: 'showsRange',
    label: 'Show how long a new patient may wait',
    hint: 'A range in minutes, once there are enough calls to estimate.',
  },
  { key: 'showsMissed', label: 'Show the numbers that missed a call' },
  { key: 'hasSound', label: 'Sound' },
] as const

const Preview = onDemand(() => import('./TvPicture.tsx').then(loaded => loaded.DisplayPreview))

export function DisplayForm({ saved, rooms, queues, initialDisplay, ...props }: Props) {
  const { isBusy, onSave, onCancel } = props
  // Holds only edited fields, so that other fields keep changes from other administrators.
  const [edits, setEdits] = useState<Partial<TvOptions>>({})
  const [chosenScope, setScope] = useState<string | null>(null)
  // Stays 'chosen' if all rooms of a TV were deleted, so that the TV does not show every room.
  const scope = chosenScope ?? (showsAll(saved) ? 'all' : 'chosen')
  const changes = chosenScope === 'all' ? { ...edits, rooms: [], queues: [] } : edits
  const options = { ...withoutDeleted(saved, rooms, queues), ...changes }
  const needsRoom = scope === 'chosen' && showsAll(options)
  const frameProblem = getFrameOriginProblem(options.frameOrigin)
  const edit = (change: Partial<TvOptions>) => setEdits(before => ({ ...before, ...change }))
  const bind = <Key extends keyof TvOptions>(key: Key) => ({
    value: options[key],
    onChange: (value: TvOptions[Key]) => edit({ [key]: value }),
  })

  return (
    <div className="display-form">
      <div className="display-form__fields stack">
        <Choice label="Layout" options={LAYOUTS} {...bind('layout')} />
        <Choice label="Rooms" options={SCOPES} value={scope} onChange={setScope} />
        {scope === 'chosen' && (
          <>
            <Checks
              label="Chosen rooms"
              isLabelHidden
              options={rooms}
              chosen={options.rooms}
              onChange={bind('rooms').onChange}
            />
            {queues.length > 0 && (
              <Checks
                label="Chosen queues, whatever the room"
                options={queues}
                chosen={options.queues}
                onChange={bind('queues').onChange}
              />
            )}
            {needsRoom && (
              <span className="field__problem" role="alert">
                Choose at least one room{queues.length > 0 && ' or queue'}.
              </span>
            )}
          </>
        )}
        <Choice label="Names" options={NAMES} {...bind('names')} />
        <Choice
          label="Overscan"
          options={EDGES}
          value={String(options.overscan)}
          onChange={value =>
            edit({ overscan: OVERSCANS.find(percent => String(percent) === value) ?? 0 })
          }
        />
        {SWITCHES.map(({ key, ...texts }) => (
          <Switch key={key} {...texts} isOn={options[key]} onChange={bind(key).onChange} />
        ))}
        <VoiceChoice options={options} onChange={edit} />
        <WordLanguages
          languages={options.textLanguages}
          onChange={bind('textLanguages').onChange}
        />
        <FrameOrigin problem={frameProblem} {...bind('frameOrigin')} />
        <div className="row row-actions">
          <Button
            variant="primary"
            disabled={isBusy || needsRoom || frameProblem !== null}
            aria-busy={isBusy}
            onClick={() => onSave(changes)}
          >
            Save
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
      <div className="preview-frame" aria-label="Preview" role="img">
        <Preview {...{ options, rooms, queues }} initialDisplay={initialDisplay} />
      </div>
    </div>
  )
}

type FrameProps = { value: string; problem: string | null; onChange(value: string): void }

function FrameOrigin({ value, problem, onChange }: FrameProps) {
  const id = useId()
  // Hides the problem during typing, because an incomplete address is always invalid.
  const [isTyping, setTyping] = useState(false)
  const shown = isTyping ? null : problem
  return (
    <label className="field display-form__frame">
      <span className="field__label">Allow inside a signage player</span>
      <input
        className="input"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://player.example"
        value={value}
        maxLength={FRAME_ORIGIN_MAX}
        aria-invalid={shown !== null}
        aria-describedby={id}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={event => onChange(event.target.value)}
      />
      {shown === null ? (
        <span id={id} className="field__hint">
          Address of the signage player that embeds this TV. Leave empty if you have none.
        </span>
      ) : (
        <span id={id} className="field__problem" role="alert">
          {shown}
        </span>
      )}
    </label>
  )
}

type WordProps = {
  languages: TvOptions['textLanguages']
  onChange(chosen: TvOptions['textLanguages']): void
}

function WordLanguages({ languages, onChange }: WordProps) {
  return (
    <>
      <Choice
        label="Language"
        options={TEXTS}
        value={languages.length > 0 ? 'own' : 'clinic'}
        onChange={chosen => onChange(chosen === 'own' ? ['en'] : [])}
      />
      {languages.length > 0 && <TextLanguages languages={languages} onChange={onChange} />}
    </>
  )
}

type VoiceOptions = Pick<TvOptions, 'hasVoice' | 'languages'>
type VoiceProps = { options: VoiceOptions; onChange(change: Partial<VoiceOptions>): void }

function VoiceChoice({ options: { hasVoice, languages }, onChange }: VoiceProps) {
  const voice = !hasVoice ? 'none' : languages.length > 0 ? 'own' : 'clinic'
  return (
    <>
      <Choice
        label="Voice"
        options={VOICES}
        value={voice}
        onChange={chosen =>
          onChange({
            hasVoice: chosen !== 'none',
            languages: chosen === 'own' ? DEFAULT_LANGUAGES : [],
          })
        }
      />
      {voice === 'own' && (
        <VoiceLanguages
          languages={languages}
          onChange={chosen => onChange({ languages: chosen })}
        />
      )}
    </>
  )
}

/** Removes deleted rooms and queues, because they have no checkbox to clear. */
function withoutDeleted(options: TvOptions, rooms: Room[], queues: ClinicQueue[]): TvOptions {
  const keep = (ids: number[], all: { id: number }[]) =>
    ids.filter(id => all.some(one => one.id === id))
  return { ...options, rooms: keep(options.rooms, rooms), queues: keep(options.queues, queues) }
}
