import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseLocation } from '#domain/display/typed-location'
import { parseTvLanguages } from '#domain/display/words/languages'
import {
  MAX_HOLD_MINUTES,
  MAX_HOLD_PRESETS,
  REQUEUE_REASON_MAX,
} from '#domain/queue/requeue-reason'
import { ABOUT, type CardTitle, SECTIONS, type SectionId } from '#domain/settings/cards'
import { isShown } from '#domain/settings/settings'
import { listFields } from '#domain/settings/settings-schema'
import { isEnabled } from '#domain/settings-record'
import { cutText } from '#domain/text'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { TextLanguages } from '../../voice/LanguageOrder.tsx'
import { CardFields, Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import { TextField } from '../fields/TextField.tsx'
import { PrayerTimes } from './PrayerTimes.tsx'
import '../fields/fields.css'

export type Contents = Partial<Record<CardTitle, ReactNode>>

const CONTENTS: Contents = {
  Languages: <Languages />,
  'Prayer Times': <PrayerTimes />,
  Weather: <Weather />,
  Location: <LocationFields />,
  'Requeue with a Time': <HoldPresets />,
  Tickets: <Tickets />,
  Names: <Names />,
}

const SMALL: CardTitle[] = ['Clinic Name', 'Clinic Logo']

type Props = { section: SectionId; contents: Contents; hidden: CardTitle[] }

export function SectionCards({ section, contents, hidden }: Props) {
  const { values } = useForm()
  const isHidden = (title: CardTitle) => {
    const fields = listFields(title)
    if (hidden.includes(title)) return true
    return fields.length > 0 && !fields.some(key => isShown(key, values))
  }
  return SECTIONS[section].cards.map(title =>
    isHidden(title) ? null : (
      <SettingsCard key={title} title={title}>
        {contents[title] ?? CONTENTS[title] ?? <CardFields card={title} />}
      </SettingsCard>
    ),
  )
}

type CardProps = { title: CardTitle; children: ReactNode }

function SettingsCard({ title, children }: CardProps) {
  const about = ABOUT[title]
  const { isSaving, onSave, ...form } = useForm()
  const isUnsaved = form.isUnsaved(title)
  return (
    <Card
      className={`settings-card ${SMALL.includes(title) ? 'settings-card--small' : ''}`}
      title={
        <>
          {title}
          {isUnsaved && <span className="settings-card__dot" role="img" aria-label="Unsaved" />}
        </>
      }
      aside={
        <Button
          aria-label={`Save ${title}`}
          aria-busy={isSaving}
          disabledReason={isUnsaved ? null : 'Nothing to save'}
          onClick={onSave}
        >
          Save
        </Button>
      }
    >
      {about && <p className="settings-card__description soft small">{about}</p>}
      <div className="settings-card__fields">{children}</div>
    </Card>
  )
}

function Languages() {
  const { values, onEdit } = useForm()
  return (
    <TextLanguages
      languages={parseTvLanguages(values.tvLanguages) ?? []}
      onChange={languages => onEdit({ tvLanguages: languages.join(',') })}
    />
  )
}

function Weather() {
  const { values } = useForm()
  return (
    <>
      <Field setting="showWeather" />
      {isEnabled(values, 'showWeather') && (
        <p className="field__hint">Weather data by Open-Meteo.com. Needs an internet connection.</p>
      )}
    </>
  )
}

/** Browsers allow geolocation only over HTTPS, which a local network rarely has. */
function LocationFields() {
  return (
    <div className="location-fields">
      <TextField setting="latitude" readWhole={readBoth} />
      <TextField setting="longitude" readWhole={readBoth} />
      <p className="all-columns soft">
        Paste the coordinates from a map. If empty, the TV's own location is used, or Kuala Lumpur.
      </p>
    </div>
  )
}

function readBoth(text: string) {
  const location = parseLocation(text)
  return location && { latitude: `${location.latitude}`, longitude: `${location.longitude}` }
}

const TestTicket = onDemand(
  () => import('./TestTicket.tsx').then(loaded => loaded.TestTicket),
  'The test code could not be loaded.',
)

function Tickets() {
  const { values } = useForm()
  return (
    <>
      <CardFields card="Tickets" />
      {values.ticketMode !== 'off' && <TestTicket />}
    </>
  )
}

function Names() {
  return (
    <>
      <CardFields card="Names" />
      <p className="soft">
        Backups still contain names: nightly ones for 4 weeks, manual ones until 10 newer exist,
        off-site copies and before-restore folders until you delete them. After a restore, old names
        are deleted again.
      </p>
    </>
  )
}

type Line = { reason: string; minutes: string }

function HoldPresets() {
  const { values, getProblem, onEdit } = useForm()
  const lines = splitLines(values.holdPresets)
  const problem = getProblem('holdPresets')
  const save = (next: Line[]) => onEdit({ holdPresets: joinLines(next) })
  const edit = (index: number, change: Partial<Line>) =>
    save(lines.map((line, other) => (other === index ? { ...line, ...change } : line)))

  return (
    <>
      <ul className="stack stack--tight">
        {lines.map(({ reason, minutes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its position; its text changes while it is typed
          <li key={index} className="hold-presets__line stack stack--tight">
            <input
              className="input"
              aria-label={`Reason ${index + 1}`}
              placeholder="Reason"
              value={reason}
              aria-invalid={problem !== null && reason.trim() === ''}
              onChange={event =>
                edit(index, { reason: cutText(event.target.value, REQUEUE_REASON_MAX) })
              }
            />
            <input
              className="input"
              type="number"
              min={1}
              max={MAX_HOLD_MINUTES}
              aria-invalid={problem !== null && minutes === ''}
              aria-label={`Minutes of ${reason || `reason ${index + 1}`}`}
              value={minutes}
              onChange={event => edit(index, { minutes: event.target.value })}
            />
            min
            <Button
              variant="quiet"
              aria-label={`Remove ${reason || `reason ${index + 1}`}`}
              onClick={() => save(lines.filter((_, other) => other !== index))}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <span className="field__problem" role="alert">
          {problem}
        </span>
      )}
      {lines.length < MAX_HOLD_PRESETS && (
        <Button onClick={() => save([...lines, { reason: '', minutes: '' }])}>
          <Plus size={16} aria-hidden />
          Add
        </Button>
      )}
    </>
  )
}

/** Splits a text that may be half typed. Use `parseHoldPresets` to validate it. */
function splitLines(text: string): Line[] {
  if (text === '') return []
  return text.split('\n').map(line => {
    const end = line.lastIndexOf(' ')
    return { reason: line.slice(0, end), minutes: line.slice(end + 1) }
  })
}

function joinLines(lines: Line[]) {
  return lines.map(({ reason, minutes }) => `${reason} ${minutes}`).join('\n')
}
