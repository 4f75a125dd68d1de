import type { ReactNode } from 'react'
import { parseTvLanguages } from '#domain/display/words/languages'
import { type CardTitle, SECTIONS, type SectionId } from '#domain/settings/cards'
import { isShown } from '#domain/settings/settings'
import { listFields } from '#domain/settings/settings-schema'
import { isEnabled } from '#domain/settings-record'
import { onDemand } from '../../ui/on-demand.ts'
import { CardFields, Field } from '../fields/Field.tsx'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { TextLanguages } from '../fields/TextLanguages.tsx'
import { HoldPresets } from './HoldPresets.tsx'
import { LocationFields } from './LocationFields.tsx'
import { PrayerFields } from './PrayerFields.tsx'

/** Contents of cards that are more than a list of fields. */
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

function Languages() {
  const { values, onEdit } = useForm()
  return (
    <TextLanguages
      languages={parseTvLanguages(values.tvLanguages) ?? []}
      onChange={languages => onEdit({ tvLanguages: languages.join(',') })}
    />
  )
}

function PrayerTimes() {
  const { values } = useForm()
  return (
    <>
      <Field setting="showPrayerTimes" />
      {isEnabled(values, 'showPrayerTimes') && <PrayerFields />}
    </>
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
        Backups still contain the names: nightly ones up to 4 weeks, those made by hand until there
        are 10 newer ones, copies in another place and the folders before-restore in the data folder
        until you delete them. A restored backup loses its old names before it is used.
      </p>
    </>
  )
}
