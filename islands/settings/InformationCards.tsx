import { isOn } from '#clinic/paint'
import { prayerChoice } from '#clinic/prayer-choice'
import {
  ASR_RULES,
  PRAYER_KEYS,
  PRAYER_METHODS,
  PRAYER_OFFSET_MAX_MINUTES,
  prayerName,
} from '#clinic/prayer-times'
import { keysOfPaint } from '#clinic/setting-cards'
import type { Settings } from '#clinic/settings'
import { Choice } from '../parts/Choice.tsx'
import { Switch } from '../parts/Switch.tsx'
import { PaintField } from './PaintField.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { SettingsCard } from './SettingsCard.tsx'

type Props = {
  values: Settings
  isUnsaved(keys: string[]): boolean
  problemOf(key: string): string | null
  isSaving: boolean
  onEdit(changes: Settings): void
  onSave(): void
}

const PLACE = ['latitude', 'longitude']
const MARQUEE = ['enableMarquee', 'marqueeText']

/** What the display tells beside the calls. Prayer times and weather exclude each other. */
export function InformationCards(props: Props) {
  const { values, isUnsaved, isSaving, onEdit, onSave } = props
  const saving = { isSaving, onSave }
  const offsets = PRAYER_KEYS.map(offsetKey)
  return (
    <>
      <SettingsCard
        title="Prayer Times"
        isUnsaved={isUnsaved(['showPrayerTimes', 'prayerMethod', 'prayerAsr', ...offsets])}
        {...saving}
      >
        <Switch
          label="Show prayer times"
          hint="Turns the weather off: they share one place."
          isOn={isOn(values, 'showPrayerTimes')}
          onChange={on => onEdit({ showPrayerTimes: String(on) })}
        />
        {isOn(values, 'showPrayerTimes') && (
          <>
            <PrayerFields {...props} />
            <PlaceFields {...props} />
          </>
        )}
      </SettingsCard>
      <SettingsCard title="Weather" isUnsaved={isUnsaved(['showWeather', ...PLACE])} {...saving}>
        <Switch
          label="Show weather"
          hint="Turns the prayer times off: they share one place."
          isOn={isOn(values, 'showWeather')}
          onChange={on => onEdit({ showWeather: String(on) })}
        />
        {isOn(values, 'showWeather') && (
          <>
            <PlaceFields {...props} />
            <p className="field__hint">Weather data by Open-Meteo.com; it needs the internet.</p>
          </>
        )}
      </SettingsCard>
      <SettingsCard
        title="Marquee"
        about="A line of text that runs under the display in fullscreen."
        isUnsaved={isUnsaved([
          ...MARQUEE,
          ...keysOfPaint('marqueeText'),
          ...keysOfPaint('marqueeBackground'),
        ])}
        {...saving}
      >
        <Switch
          label="Show the marquee"
          isOn={isOn(values, 'enableMarquee')}
          onChange={on => onEdit({ enableMarquee: String(on) })}
        />
        {isOn(values, 'enableMarquee') && <MarqueeFields {...props} />}
      </SettingsCard>
    </>
  )
}

function offsetKey(key: string) {
  return `prayerOffset${key.charAt(0).toUpperCase()}${key.slice(1)}`
}

function PrayerFields({ values, onEdit }: Props) {
  const { method } = prayerChoice(values)
  return (
    <>
      <label className="field">
        <span className="field__label">Method</span>
        <select
          className="input"
          value={method}
          onChange={event => onEdit({ prayerMethod: event.target.value })}
        >
          {PRAYER_METHODS.map(name => (
            <option key={name} value={name}>
              {inWords(name)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        label="Asr"
        options={ASR_RULES.map(value => ({ value, label: inWords(value) }))}
        value={values.prayerAsr ?? ''}
        onChange={value => onEdit({ prayerAsr: value })}
      />
      <fieldset className="offsets">
        <legend className="field__label">Minutes to add</legend>
        {PRAYER_KEYS.map(key => (
          <label key={key} className="field">
            <span>{prayerName(key, method)}</span>
            <input
              type="number"
              className="input"
              min={-PRAYER_OFFSET_MAX_MINUTES}
              max={PRAYER_OFFSET_MAX_MINUTES}
              step={1}
              value={values[offsetKey(key)] ?? '0'}
              onChange={event => onEdit({ [offsetKey(key)]: event.target.value || '0' })}
            />
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** 'MuslimWorldLeague' is 'Muslim World League', 'hanafi' is 'Hanafi'. */
function inWords(name: string) {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function MarqueeFields({ values, onEdit }: Props) {
  return (
    <>
      <label className="field">
        <span className="field__label">Text</span>
        <textarea
          className="input"
          rows={2}
          maxLength={500}
          value={values.marqueeText ?? ''}
          onChange={event => onEdit({ marqueeText: event.target.value })}
        />
      </label>
      <PaintField
        painted="marqueeText"
        label="Text"
        card="Marquee"
        values={values}
        onEdit={onEdit}
      />
      <PaintField
        painted="marqueeBackground"
        label="Background"
        card="Marquee"
        values={values}
        onEdit={onEdit}
      />
    </>
  )
}
