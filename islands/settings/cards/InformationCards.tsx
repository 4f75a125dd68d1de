import { DEFAULT_LOCATION } from '#domain/display/location'
import {
  ASR_RULES,
  getPrayerName,
  getPrayerOptions,
  PRAYER_KEYS,
  PRAYER_METHODS,
} from '#domain/display/prayer-times'
import { parseLocation } from '#domain/display/typed-location'
import { parseTvLanguages } from '#domain/display/words/languages'
import { MAX_TEXT_LENGTH } from '#domain/settings/setting-types'
import { isEnabled } from '#domain/settings-record'
import { useForm } from '../fields/form.ts'
import { SettingsCard } from '../fields/SettingsCard.tsx'
import { ChoiceField, SelectField, SwitchField, TextField } from '../fields/setting-fields.tsx'
import { TextLanguages } from '../fields/TextLanguages.tsx'
import { GroupFields } from './ColorCards.tsx'

export function InformationCards() {
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
          <PrayerFields />
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

function PrayerFields() {
  const { method } = getPrayerOptions(useForm().values)
  return (
    <>
      <SelectField setting="prayerMethod" label="Method" options={PRAYER_METHODS.map(toOption)} />
      <ChoiceField setting="prayerAsr" label="Asr" options={ASR_RULES.map(toOption)} />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <TextField
            key={key}
            setting={`prayerOffset${capitalize(key)}`}
            label={getPrayerName(key, method)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** 'MuslimWorldLeague' is shown as 'Muslim World League'. */
function toOption(name: string) {
  return [name, capitalize(name.replace(/([a-z])([A-Z])/g, '$1 $2'))] as const
}

function capitalize(name: string) {
  return name.charAt(0).toUpperCase() + name.slice(1)
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
