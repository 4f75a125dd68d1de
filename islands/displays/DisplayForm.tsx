import { useState } from 'react'
import { OVERSCANS, type TvOptions } from '#domain/display/tv-options'
import type { Room } from '#domain/rooms/room'
import { DEFAULT_LANGUAGES } from '#domain/voice/languages'
import type { InitialDisplay } from '../tv/display.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { Switch } from '../ui/fields/Switch.tsx'
import { useOnDemand } from '../ui/hooks/use-on-demand.ts'
import { LanguageOrder } from '../voice/LanguageOrder.tsx'
import type { Display } from './displays-model.ts'

type Props = {
  display: Display
  rooms: Pick<Room, 'id' | 'name' | 'isActive'>[]
  initialDisplay: InitialDisplay
  isBusy: boolean
  onSave(options: TvOptions): Promise<boolean>
  onClose(): void
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
const VOICES = [
  { value: 'clinic', label: "The clinic's languages" },
  { value: 'own', label: 'Its own languages' },
  { value: 'none', label: 'None' },
] as const
const EDGES = OVERSCANS.map(percent => ({
  value: String(percent),
  label: percent ? `${percent} %` : 'None',
}))

const loadPreview = () => import('./DisplayPreview.tsx').then(loaded => loaded.DisplayPreview)

/** What one TV shows, with a preview of the unsaved choice. */
export function DisplayForm({ display, rooms, initialDisplay, isBusy, onSave, onClose }: Props) {
  const [edited, setEdited] = useState(() => withoutDeletedRooms(display.options, rooms))
  // A TV whose rooms were all deleted must not show every room without being told to.
  const [scope, setScope] = useState(display.options.rooms.length > 0 ? 'chosen' : 'all')
  const options = scope === 'all' ? { ...edited, rooms: [] } : edited
  const needsRoom = scope === 'chosen' && options.rooms.length === 0
  // Without it there is no preview, and everything else works.
  const Preview = useOnDemand(loadPreview, { isWanted: true, onFailure() {} })
  const edit = (change: Partial<TvOptions>) => setEdited(before => ({ ...before, ...change }))

  const voice = !options.hasVoice ? 'none' : options.languages.length > 0 ? 'own' : 'clinic'

  function chooseVoice(chosen: (typeof VOICES)[number]['value']) {
    const languages = chosen === 'own' ? DEFAULT_LANGUAGES : []
    edit({ hasVoice: chosen !== 'none', languages })
  }

  function editRoom(id: number, isShown: boolean) {
    const others = options.rooms.filter(other => other !== id)
    edit({ rooms: isShown ? [...others, id] : others })
  }

  return (
    <div className="display-form">
      <div className="display-form__fields">
        <Choice
          label="Layout"
          options={LAYOUTS}
          value={options.layout}
          onChange={layout => edit({ layout })}
        />
        <Choice label="Rooms" options={SCOPES} value={scope} onChange={setScope} />
        {scope === 'chosen' && (
          <fieldset className="display-form__rooms">
            <legend className="visually-hidden">Chosen rooms</legend>
            {rooms.map(({ id, name }) => (
              <label key={id} className="display-form__room">
                <input
                  type="checkbox"
                  checked={options.rooms.includes(id)}
                  onChange={event => editRoom(id, event.target.checked)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        {needsRoom && (
          <span className="field__problem" role="alert">
            Choose at least one room.
          </span>
        )}
        <Choice
          label="Names"
          options={NAMES}
          value={options.names}
          onChange={names => edit({ names })}
        />
        <Choice
          label="Overscan"
          options={EDGES}
          value={String(options.overscan)}
          onChange={value =>
            edit({ overscan: OVERSCANS.find(percent => String(percent) === value) ?? 0 })
          }
        />
        <Switch
          label="Show number of waiting patients"
          isOn={options.showsWaiting}
          onChange={showsWaiting => edit({ showsWaiting })}
        />
        <Switch
          label="Show the numbers that missed a call"
          isOn={options.showsMissed}
          onChange={showsMissed => edit({ showsMissed })}
        />
        <Switch label="Sound" isOn={options.hasSound} onChange={hasSound => edit({ hasSound })} />
        <Choice label="Voice" options={VOICES} value={voice} onChange={chooseVoice} />
        {voice === 'own' && (
          <LanguageOrder
            languages={options.languages}
            onChange={languages => edit({ languages })}
          />
        )}
        <div className="row-actions">
          <Button
            variant="primary"
            disabled={isBusy || needsRoom}
            aria-busy={isBusy}
            onClick={() => void onSave(options).then(isSaved => isSaved && onClose())}
          >
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
      <div className="preview-frame" aria-label="Preview" role="img">
        {Preview && <Preview options={options} rooms={rooms} initialDisplay={initialDisplay} />}
      </div>
    </div>
  )
}

/** Nobody could untick them. */
function withoutDeletedRooms(options: TvOptions, rooms: Props['rooms']): TvOptions {
  return { ...options, rooms: options.rooms.filter(id => rooms.some(room => room.id === id)) }
}
