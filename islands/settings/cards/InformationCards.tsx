import { DEFAULT_LOCATION } from '#domain/display/location'
import { parseLocation } from '#domain/display/typed-location'
import { parseTvLanguages } from '#domain/display/words/languages'
import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import { isEnabled } from '#domain/settings-record'
import { onDemand } from '../../ui/on-demand.ts'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { SwitchField, TextField } from '../fields/setting-fields.tsx'
import { TextLanguages } from '../fields/TextLanguages.tsx'
import { GroupFields } from './ColorCards.tsx'

const PrayerFields = onDemand(() =>
  import('./PrayerFields.tsx').then(loaded => loaded.PrayerFields),
)

export function InformationCards({ isAdmin }: { isAdmin: boolean }) {
  const { values, onEdit } = useForm()
  return (
    <>
      <SettingsCard
        title="Languages"
        about="The TV's own words, such as CALLING and the date, are said in these. Names, rooms and the marquee stay as they are typed."
      >
        <TextLanguages
          languages={parseTvLanguages(values.tvLanguages ?? '') ?? []}
          onChange={languages => onEdit({ tvLanguages: languages.join(',') })}
        />
      </SettingsCard>
      <SettingsCard title="Prayer Times">
        <SwitchField
          setting="showPrayerTimes"
          label="Show prayer times"
          hint="Turns off the weather: both use the same space."
        >
          <PrayerFields isAdmin={isAdmin} />
        </SwitchField>
      </SettingsCard>
      <SettingsCard title="Weather">
        <SwitchField
          setting="showWeather"
          label="Show weather"
          hint="Turns off the prayer times: both use the same space."
        >
          <p className="field__hint">
            Weather data by Open-Meteo.com. Needs an internet connection.
          </p>
        </SwitchField>
      </SettingsCard>
      {(isEnabled(values, 'showPrayerTimes') || isEnabled(values, 'showWeather')) && (
        <SettingsCard title="Location">
          <LocationFields />
        </SettingsCard>
      )}
      <SettingsCard title="Marquee" about="Scrolling text below the fullscreen display.">
        <SwitchField setting="enableMarquee" label="Show the marquee">
          <MarqueeText />
          <GroupFields card="Marquee" />
        </SwitchField>
      </SettingsCard>
    </>
  )
}

/** Browsers allow geolocation only over HTTPS, which a local network rarely has. */
function LocationFields() {
  const { latitude, longitude } = DEFAULT_LOCATION
  const field = { inputMode: 'decimal', readWhole: readBoth } as const
  return (
    <div className="location-fields">
      <TextField {...field} setting="latitude" label="Latitude" placeholder={`${latitude}`} />
      <TextField {...field} setting="longitude" label="Longitude" placeholder={`${longitude}`} />
      <p className="location-fields__hint soft">
        The clinic's location in degrees; both can be pasted at once, as maps copy them. If empty,
        the display uses the location of its browser, or Kuala Lumpur.
      </p>
    </div>
  )
}

function readBoth(text: string) {
  const location = parseLocation(text)
  return location && { latitude: `${location.latitude}`, longitude: `${location.longitude}` }
}

function MarqueeText() {
  const { values, onEdit } = useForm()
  return (
    <label className="field">
      <span className="field__label">Text</span>
      <textarea
        className="input"
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        value={values.marqueeText ?? ''}
        onChange={event => onEdit({ marqueeText: event.target.value })}
      />
    </label>
  )
}
